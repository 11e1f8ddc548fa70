import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const version = 'v1';
const nonceBytes = 12;
const tagBytes = 16;
const textPattern = /^v1\.[\w-]+$/;

/** The place of an encrypted text; it can be decrypted nowhere else. */
export interface EncryptionContext {
	/** What the text is for, e.g. `discord refresh token`. */
	readonly purpose: string;
	/** Id of the row that holds it. */
	readonly rowId: string;
}

/**
 * Encrypts a small secret for the database: AES-256-GCM under a key derived from `secretKey` (32 bytes), bound to its
 * place. The same secret looks different every time. Printable, about 45 characters longer than 4/3 of the secret.
 */
export function encryptText(secretKey: Uint8Array, place: EncryptionContext, secret: string): string {
	const nonce = randomBytes(nonceBytes);
	const cipher = createCipheriv('aes-256-gcm', keyOf(secretKey), nonce, { authTagLength: tagBytes });
	cipher.setAAD(placeOf(place));
	const sealed = Buffer.concat([nonce, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()]);
	return `${version}.${sealed.toString('base64url')}`;
}

/** The secret again; null when the text was changed, was sealed for another place or under another key. */
export function decryptText(secretKey: Uint8Array, place: EncryptionContext, sealed: string): string | null {
	if (!textPattern.test(sealed)) return null;
	const encoded = sealed.slice(version.length + 1);
	const bytes = Buffer.from(encoded, 'base64url');
	// Base64 leaves bits of the last character unused; one secret has one text.
	if (bytes.toString('base64url') !== encoded || bytes.byteLength < nonceBytes + tagBytes) return null;
	const decipher = createDecipheriv('aes-256-gcm', keyOf(secretKey), bytes.subarray(0, nonceBytes), {
		authTagLength: tagBytes,
	});
	decipher.setAAD(placeOf(place));
	decipher.setAuthTag(bytes.subarray(-tagBytes));
	try {
		const secret = decipher.update(bytes.subarray(nonceBytes, -tagBytes));
		return Buffer.concat([secret, decipher.final()]).toString('utf8');
	} catch {
		return null;
	}
}

function keyOf(secretKey: Uint8Array): Buffer {
	return Buffer.from(hkdfSync('sha256', secretKey, '', 'adx sealed text', 32));
}

/** As JSON, so that no two places read the same. */
function placeOf({ purpose, rowId }: EncryptionContext): Buffer {
	return Buffer.from(JSON.stringify([version, purpose, rowId]), 'utf8');
}
