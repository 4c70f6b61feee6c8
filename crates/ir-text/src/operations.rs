//! Mnemonics and their suffixes behind dots.

use crate::reader::{Read, Reader, Spelled};
use vitrum_ir::{
    AtomicAccess, ImageOperands, Intrinsic, MemoryAccess, Op, Shuffle, Sig, Swizzle, SwizzledStore,
};

impl<'a> Reader<'a> {
    /// The op and immediate that a mnemonic with its dotted parts spells. Those with a syntax of their own are not
    /// among them.
    pub(crate) fn op(&self, (offset, text): Spelled<'a>) -> Read<'a, (Op, u32)> {
        let mut parts = text.split('.');
        let mnemonic = parts.next().unwrap_or("");
        let Some(op) = Op::from_mnemonic(mnemonic) else {
            return self.error(offset, format!("no such operation: `{mnemonic}`"));
        };
        let parts: Vec<&str> = parts.collect();
        match immediate(op, &parts) {
            Some(imm) => Ok((op, imm)),
            None => self.error(offset, format!("`{text}` says something `{mnemonic}` can't")),
        }
    }
}

fn letters(part: &str, letters: &str) -> Option<Vec<u32>> {
    part.chars().map(|c| letters.find(c).map(|index| index as u32)).collect()
}

/// The bits of words of a table, each at most once.
fn set(parts: &[&str], rows: impl Iterator<Item = (u32, &'static str)> + Clone) -> Option<u32> {
    parts.iter().try_fold(0, |bits, part| {
        let (bit, _) = rows.clone().find(|row| row.1 == *part)?;
        (bits & bit == 0).then_some(bits | bit)
    })
}

fn immediate(op: Op, parts: &[&str]) -> Option<u32> {
    if op == Op::BreakIf {
        return None;
    }
    let access = MemoryAccess::ALL.iter().map(|row| (row.0.bits(), row.1));
    match (op.info().sig, parts) {
        (Sig::Swizzle, [only]) => Swizzle::new(&letters(only, "xyzw")?).map(Swizzle::bits),
        (Sig::StoreSwizzle, [chosen, rest @ ..]) => {
            let swizzle = Swizzle::new(&letters(chosen, "xyzw")?)?;
            if op == Op::BreakIf {
                return None;
            }
            let access = MemoryAccess::from_bits(set(rest, access)?);
            Some(SwizzledStore { swizzle, access }.bits())
        }
        (Sig::Shuffle, [only]) => Shuffle::new(&letters(only, "abcdefgh")?).map(Shuffle::bits),
        (Sig::Extract | Sig::Insert, [index]) => index.parse().ok(),
        (Sig::Load | Sig::Store, parts) => set(parts, access),
        (Sig::Image | Sig::ImageWrite, parts) => {
            set(parts, ImageOperands::ALL.iter().map(|row| (row.0.bits(), row.1)))
        }
        (Sig::AtomicLoad | Sig::AtomicStore | Sig::AtomicRmw(_) | Sig::AtomicCompare, [scope, semantics]) => {
            let scope = scope.strip_prefix("scope")?.parse().ok().filter(|&scope| scope < 16)?;
            let semantics = semantics.strip_prefix("semantics")?.parse().ok()?;
            Some(AtomicAccess { scope, semantics }.bits())
        }
        (Sig::Intrinsic, [name]) => Intrinsic::from_name(name).map(|intrinsic| intrinsic as u32),
        (
            Sig::Swizzle
            | Sig::StoreSwizzle
            | Sig::Shuffle
            | Sig::Extract
            | Sig::Insert
            | Sig::AtomicLoad
            | Sig::AtomicStore
            | Sig::AtomicRmw(_)
            | Sig::AtomicCompare
            | Sig::Intrinsic
            | Sig::Call
            | Sig::Control,
            _,
        ) => None,
        (_, []) => Some(0),
        (_, [imm]) => imm.strip_prefix("imm").and_then(|text| text.parse().ok()),
        _ => None,
    }
}
