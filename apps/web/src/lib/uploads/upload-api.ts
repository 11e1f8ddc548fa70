import type { ErrorReason } from '@adx/validators/errors';
import { missingUploadsOutput, type UploadInput } from '@adx/validators/uploads';
import { getUnreachedMessage, readErrorMessage } from '../api/error-messages.ts';

export type UploadKind = UploadInput['as'];

/** Why a call did not do its work, and what that means for the rest. */
export class UploadError extends Error {
	/**
	 * `refused`: this file alone, for good. `mismatch`: it arrived damaged. `failing`: the server broke on it.
	 * `busy`: later. `slow`: it took too long to arrive. `unreachable`: no answer at all. `storage_full`, `quota` and `no_access` concern every file.
	 */
	readonly kind:
		| 'refused'
		| 'mismatch'
		| 'failing'
		| 'busy'
		| 'slow'
		| 'unreachable'
		| 'storage_full'
		| 'quota'
		| 'no_access';
	/** What the server asks to wait. */
	readonly waitMs: number | null;

	constructor(kind: UploadError['kind'], message: string, waitMs: number | null = null) {
		super(message);
		this.kind = kind;
		this.waitMs = waitMs;
	}
}

export interface AnnouncedFile {
	readonly sha256: string;
	readonly sizeBytes: number;
}

/** The two calls that sending by content needs; both reject with an UploadError. */
export interface UploadApi {
	/** Which of the files have to be sent. */
	findMissing(files: readonly AnnouncedFile[]): Promise<readonly string[]>;
	send(sha256: string, as: UploadKind, blob: Blob): Promise<void>;
}

async function reasonOf(response: Response): Promise<ErrorReason | null> {
	const body: unknown = await response.json().catch(() => null);
	if (typeof body !== 'object' || body === null || !('reason' in body)) return null;
	return body.reason as ErrorReason;
}

function kindOf(status: number, reason: ErrorReason | null): UploadError['kind'] {
	if (reason === 'storage_full') return 'storage_full';
	if (reason === 'upload_quota') return 'quota';
	if (reason === 'upload_mismatch') return 'mismatch';
	if (status === 401 || status === 403) return 'no_access';
	if (status >= 500) return 'failing';
	if (status === 408) return 'slow';
	return status === 409 || status === 429 ? 'busy' : 'refused';
}

async function call(path: string, init: RequestInit): Promise<Response> {
	let response: Response;
	try {
		response = await fetch(path, { ...init, credentials: 'include' });
	} catch {
		throw new UploadError('unreachable', getUnreachedMessage());
	}
	if (response.ok) return response;
	const reason = await reasonOf(response.clone());
	const sentence = await readErrorMessage(response);
	const waitS = Number(response.headers.get('Retry-After'));
	throw new UploadError(kindOf(response.status, reason), sentence, waitS > 0 ? waitS * 1_000 : null);
}

/**
 * Speaks the REST paths: a thread of its own has no use for the page's queries.
 *
 * @param missingPath where to ask which files have to be sent, which says what they are for
 */
export const createUploadApi = (missingPath: '/api/uploads/missing' | '/api/layers/missing'): UploadApi => ({
	async findMissing(files) {
		const response = await call(missingPath, {
			method: 'POST',
			headers: { 'Content-Type': 'application/json' },
			body: JSON.stringify({
				hashes: files.map(({ sha256 }) => sha256),
				sizes: files.map(({ sizeBytes }) => sizeBytes),
			}),
		});
		return missingUploadsOutput.parse(await response.json()).missing;
	},
	async send(sha256, as, blob) {
		const response = await call(`/api/uploads/${sha256}?as=${as}`, {
			method: 'PUT',
			headers: { 'Content-Type': 'application/octet-stream' },
			body: blob,
		});
		await response.body?.cancel();
	},
});
