//! Versions of StableHLO.

use std::fmt;
use std::str::FromStr;

/// Major, minor, patch. Operations and types only change with the minor version.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Version(pub u32, pub u32, pub u32);

impl Version {
    /// The first version of which artifacts can be read.
    pub const MINIMUM: Version = Version(0, 9, 0);
    /// The newest version that is known here.
    pub const CURRENT: Version = Version(1, 20, 0);
    /// The first version whose artifacts are written: from here on they keep attributes as properties.
    pub const MINIMUM_WRITTEN: Version = Version(0, 15, 0);
    /// What is written unless another one is asked for: old enough for every JAX of the last half year.
    pub const DEFAULT_WRITTEN: Version = Version(1, 13, 0);
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}.{}", self.0, self.1, self.2)
    }
}

impl FromStr for Version {
    type Err = String;

    /// `1.13.0`, or `current`, or `minimum`.
    fn from_str(text: &str) -> Result<Version, String> {
        match text {
            "current" => return Ok(Version::CURRENT),
            "minimum" => return Ok(Version::MINIMUM_WRITTEN),
            _ => {}
        }
        let numbers: Option<Vec<u32>> = text.split('.').map(|number| number.parse().ok()).collect();
        match numbers.as_deref() {
            Some(&[major, minor, patch]) => Ok(Version(major, minor, patch)),
            _ => Err(format!("expected a version such as {}, found '{text}'", Version::DEFAULT_WRITTEN)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_have_an_order_and_a_text() {
        assert_eq!("1.13.7".parse(), Ok(Version(1, 13, 7)));
        assert_eq!("current".parse(), Ok(Version::CURRENT));
        assert!("1.13".parse::<Version>().is_err() && "1.a.0".parse::<Version>().is_err());
        assert!(Version(0, 20, 0) < Version(1, 0, 0) && Version(1, 9, 5) < Version(1, 10, 0));
        assert_eq!(Version(1, 13, 0).to_string(), "1.13.0");
    }
}
