import { createFingerprint, fingerprintPx } from '@adx/collection/likeness/fingerprint';
import { pictureReader } from '../../platform/images/image-decoder.ts';

/** What the middle of a picture looks like, for comparing it; null for what cannot be decoded, which fails nothing else. */
export async function fingerprintImage(bytes: Uint8Array): Promise<string | null> {
	try {
		const pixels = await pictureReader(bytes)
			.resize(fingerprintPx, fingerprintPx, { fit: 'cover' })
			.flatten({ background: 'white' })
			.toColourspace('srgb')
			.raw()
			.toBuffer();
		return createFingerprint(pixels);
	} catch {
		return null;
	}
}
