//! The two languages.

use std::fmt;
use std::str::FromStr;

/// The language a person reads.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Language {
    /// Simplified Chinese, `zh`.
    Chinese,
    /// English, `en`.
    English,
}

impl Language {
    /// Both languages.
    pub const BOTH: [Language; 2] = [Language::Chinese, Language::English];

    /// `zh` or `en`.
    pub const fn name(self) -> &'static str {
        match self {
            Language::Chinese => "zh",
            Language::English => "en",
        }
    }

    /// The language of a locale such as `zh_CN.UTF-8`: Chinese where it says so, else English.
    ///
    /// ```
    /// use heibai_words::Language;
    /// assert_eq!(Language::of_locale("zh_CN.UTF-8"), Language::Chinese);
    /// assert_eq!(Language::of_locale("C"), Language::English);
    /// ```
    pub fn of_locale(locale: &str) -> Language {
        if locale.starts_with("zh") { Language::Chinese } else { Language::English }
    }
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Language {
    type Err = crate::Text;

    fn from_str(text: &str) -> Result<Language, crate::Text> {
        let known = Language::BOTH.into_iter().find(|language| language.name() == text);
        known.ok_or_else(|| crate::refusals::no_language(text))
    }
}
