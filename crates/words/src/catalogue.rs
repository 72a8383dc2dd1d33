//! How sentences are written down: one line each, English and Chinese side by side, so that neither can be
//! forgotten and a test can read them all.

/// One sentence as it stands in the catalogue, its parts in braces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sentence {
    /// The module and the name of the function that says it.
    pub name: &'static str,
    /// In English.
    pub en: &'static str,
    /// In Chinese.
    pub zh: &'static str,
}

/// Makes a function for every sentence, documented by the sentence itself and by what is written above it where that is
/// not enough. A part is written in the language of the sentence around it.
macro_rules! catalogue {
    ($($(#[$about:meta])* $name:ident($($part:ident: $kind:ty),*): $en:literal, $zh:literal;)*) => {
        $(
            $(#[$about])*
            #[doc = concat!("\n“", $en, "”")]
            #[allow(clippy::useless_format)]
            pub fn $name($($part: $kind),*) -> $crate::Text {
                let en = {
                    $(let $part = $crate::Part::part(&$part, $crate::Language::English); let _ = &$part;)*
                    format!($en)
                };
                $(let $part = $crate::Part::part(&$part, $crate::Language::Chinese); let _ = &$part;)*
                $crate::Text { zh: format!($zh), en }
            }
        )*

        pub(crate) const SENTENCES: &[$crate::Sentence] = &[
            $($crate::Sentence { name: concat!(module_path!(), "::", stringify!($name)), en: $en, zh: $zh }),*
        ];
    };
}

/// The whole catalogue.
pub fn everything() -> impl Iterator<Item = Sentence> {
    let modules = [
        crate::characters::SENTENCES,
        crate::causes::SENTENCES,
        crate::books::SENTENCES,
        crate::clocks::SENTENCES,
        crate::commands::SENTENCES,
        crate::compliance::SENTENCES,
        crate::failures::SENTENCES,
        crate::forbidden::SENTENCES,
        crate::help::SENTENCES,
        crate::hints::SENTENCES,
        crate::laboratory::SENTENCES,
        crate::lessons::SENTENCES,
        crate::measurements::SENTENCES,
        crate::names::SENTENCES,
        crate::openings::SENTENCES,
        crate::players::SENTENCES,
        crate::records::SENTENCES,
        crate::refusals::SENTENCES,
        crate::reports::SENTENCES,
        crate::results::SENTENCES,
        crate::server::SENTENCES,
        crate::values::SENTENCES,
    ];
    modules
        .into_iter()
        .flatten()
        .copied()
        .chain(crate::glossary::sentences())
        .chain(crate::first_steps::sentences())
}
