/** A name this long leaves room for an ending such as '_complete.zip' within the 255 bytes file systems allow. */
export const fileNameMaxBytes = 150;

/** What an empty name becomes. */
export const fallbackFileName = 'ADX_Collection';

/** Some letters are invisible (the Hangul fillers); they count as outsiders like every other ignorable code point. */
const outsideCharacters = /[^\p{L}\p{M}\p{Nd}._-]|\p{Default_Ignorable_Code_Point}/gu;
const dotsThatMisleadPaths = /^\.+|\.{2,}|\.$/g;
const windowsDeviceName = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;
const shortExtension = /\.[A-Za-z0-9]{1,8}$/;

/**
 * The one sanitiser for every name that leaves the product as a file: a single path segment that is valid on Linux, macOS
 * and Windows and in archives, at most `fileNameMaxBytes` UTF-8 bytes. Letters and digits of every script, '-', '_' and '.'
 * stay (NFC-normalised); anything else becomes '_', as do leading, trailing and doubled dots. A Windows device name gets
 * a leading '_'. Too long a name is cut before its extension. Blank or missing text answers `fallbackFileName`.
 * Applying it twice changes nothing. Different texts may give one name: who writes several files must tell them apart.
 */
export function safeFileName(text: string | null | undefined): string {
	const trimmed = (text ?? '').trim();
	if (trimmed === '') return fallbackFileName;
	const name = withoutPathDots(trimmed.normalize('NFC').replace(outsideCharacters, '_'));
	return cutToBytes(windowsDeviceName.test(name) ? `_${name}` : name, fileNameMaxBytes);
}

function withoutPathDots(name: string): string {
	return name.replace(dotsThatMisleadPaths, (dots) => '_'.repeat(dots.length));
}

function cutToBytes(name: string, maxBytes: number): string {
	const encoder = new TextEncoder();
	if (encoder.encode(name).length <= maxBytes) return name;
	const extension = shortExtension.exec(name)?.[0] ?? '';
	const stem = name.slice(0, name.length - extension.length);
	const { read } = encoder.encodeInto(stem, new Uint8Array(maxBytes - extension.length));
	return withoutPathDots(stem.slice(0, read)) + extension;
}
