/** In the order of their values, which is that of their character codes as well. */
const digits = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const addressBytes = 32;

const toBase58 = (value: bigint): string => (value === 0n ? '' : toBase58(value / 58n) + digits[Number(value % 58n)]);

/** By a number of bytes: the first number that they cannot hold. */
const firstTooLarge = Array.from({ length: addressBytes + 1 }, (_, bytes) => toBase58(256n ** BigInt(bytes)));

/** Whether a number in base58 is smaller than another; neither begins with a digit of zero. */
const isBelow = (one: string, other: string) => (one.length === other.length ? one < other : one.length < other.length);

/**
 * Whether the text is base58 of exactly 32 bytes, as the server demands. It compares in place of decoding, which would hold
 * the page up for a second with a list of 50,000.
 */
export function isSolanaAddress(text: string): boolean {
	// Each '1' in front stands for a byte of zero.
	const [, zeros = '', number = ''] = /^(1{0,44})([1-9A-HJ-NP-Za-km-z]{0,44})$/.exec(text) ?? [];
	const bytes = addressBytes - zeros.length;
	const tooLarge = firstTooLarge[bytes];
	if (text === '' || tooLarge === undefined || !isBelow(number, tooLarge)) return false;
	return bytes === 0 || !isBelow(number, firstTooLarge[bytes - 1]!);
}
