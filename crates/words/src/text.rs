//! A text in both languages, and who can say one.

use crate::Language;
use std::fmt;

/// One text in both languages. It is shown in English where nobody asks for a language, as in a log.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Text {
    /// In Chinese.
    pub zh: String,
    /// In English.
    pub en: String,
}

impl Text {
    /// What is the same in both languages: a name, a path, a move.
    pub fn same(name: impl Into<String>) -> Text {
        let en = name.into();
        Text { zh: en.clone(), en }
    }

    /// The text in one language.
    pub fn get(&self, language: Language) -> &str {
        match language {
            Language::Chinese => &self.zh,
            Language::English => &self.en,
        }
    }

    /// The same with a capital letter at the beginning of the English, for a text that stands alone.
    pub fn capital(mut self) -> Text {
        let mut rest = self.en.chars();
        if let Some(first) = rest.next() {
            self.en = first.to_uppercase().chain(rest).collect();
        }
        self
    }

    /// `what: why`, with the colon of each language.
    pub fn because(self, why: impl Say) -> Text {
        crate::names::because(self, why.text())
    }
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.en)
    }
}

impl std::error::Error for Text {}

/// Anything that can be said to a person.
pub trait Say {
    /// The words in both languages.
    fn text(&self) -> Text;

    /// The words in one language.
    fn say(&self, language: Language) -> String {
        let text = self.text();
        match language {
            Language::Chinese => text.zh,
            Language::English => text.en,
        }
    }
}

/// Implements `Display` by the English [`Say::text`].
#[macro_export]
macro_rules! display_as_text {
    ($($name:ty),+) => {$(
        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                $crate::Say::text(self).fmt(f)
            }
        }
    )+};
}

impl Say for Text {
    fn text(&self) -> Text {
        self.clone()
    }
}

impl<S: Say + ?Sized> Say for &S {
    fn text(&self) -> Text {
        (**self).text()
    }
}

/// What may stand inside a sentence: numbers and names, the same in both languages, and whatever can be said.
pub trait Part {
    /// What is written into the sentence.
    type Written<'a>: fmt::Display
    where
        Self: 'a;

    /// The part in one language.
    fn part(&self, language: Language) -> Self::Written<'_>;
}

impl<S: Say> Part for S {
    type Written<'a>
        = String
    where
        S: 'a;

    fn part(&self, language: Language) -> String {
        self.say(language)
    }
}

macro_rules! same_in_both {
    ($($number:ty),*) => {
        $(impl Part for $number {
            type Written<'a> = $number;

            fn part(&self, _: Language) -> $number {
                *self
            }
        })*
    };
}
same_in_both!(u8, u32, u64, usize, i32, i64, f32, f64, char);

impl Part for str {
    type Written<'a> = &'a str;

    fn part(&self, _: Language) -> &str {
        self
    }
}

impl Part for &str {
    type Written<'a>
        = &'a str
    where
        Self: 'a;

    fn part(&self, _: Language) -> &str {
        self
    }
}

impl Part for String {
    type Written<'a> = &'a str;

    fn part(&self, _: Language) -> &str {
        self
    }
}
