import type { S3Settings } from '../storage-settings.ts';
import { DamagedObjectError, StorageAwayError, StorageFullError } from '../types.ts';

/** As services, sockets and the SDK report it. */
interface Failure {
	/** The store's code, e.g. `NoSuchBucket`, or the kind of error. */
	readonly name: string;
	/** The system's, e.g. `ECONNREFUSED`. */
	readonly code: string | null;
	/** Null without an answer. */
	readonly status: number | null;
}

const fullNames: ReadonlySet<string> = new Set([
	'QuotaExceeded',
	'StorageFull',
	'XMinioStorageFull',
	'InsufficientStorage',
	'InsufficientCapacity',
]);
const missingNames: ReadonlySet<string> = new Set(['NoSuchKey', 'NotFound']);

/**
 * What an error of the SDK means for whoever called storage; anything else is returned as it is.
 *
 * @param sha256 the object that was asked for, where one was
 */
export function storageErrorFromS3(error: unknown, settings: S3Settings, sha256?: string): unknown {
	const failure = readFailure(error);
	if (failure === null) return error;
	if (sha256 !== undefined && isMissingObject(error)) return new DamagedObjectError(sha256, 'missing');
	if (sha256 !== undefined && failure.status === 416) return new DamagedObjectError(sha256, 'size');
	const Kind = fullNames.has(failure.name) || failure.status === 507 ? StorageFullError : StorageAwayError;
	return new Kind(describeFailure(failure, settings), { cause: error });
}

/** Whether the store answered that there is no such object. */
export function isMissingObject(error: unknown): boolean {
	const failure = readFailure(error);
	return failure?.status === 404 && missingNames.has(failure.name);
}

/** Whether an object was there already that was to be stored only if there was none. */
export function isConditionFailed(error: unknown): boolean {
	const status = readFailure(error)?.status;
	return status === 412 || status === 409;
}

/** Whether the store does not know what it was asked to do. */
export const isNotImplemented = (error: unknown): boolean => readFailure(error)?.status === 501;

function readFailure(error: unknown): Failure | null {
	if (!(error instanceof Error)) return null;
	const code = 'code' in error && typeof error.code === 'string' ? error.code : null;
	const metadata =
		'$metadata' in error ? (error.$metadata as { readonly httpStatusCode?: number } | undefined) : undefined;
	const isOurs =
		metadata === undefined &&
		code === null &&
		!['TimeoutError', 'AbortError', 'CredentialsProviderError'].includes(error.name);
	return isOurs ? null : { name: error.name, code, status: metadata?.httpStatusCode ?? null };
}

/** A line for the operator, which names the setting that is to be looked at. */
function describeFailure({ name, code, status }: Failure, { endpoint, bucket, region }: S3Settings): string {
	const where = endpoint ?? `AWS in ${region}`;
	switch (name) {
		case 'InvalidAccessKeyId':
			return 'S3_ACCESS_KEY_ID: the store does not know this key';
		case 'SignatureDoesNotMatch':
			return 'S3_SECRET_ACCESS_KEY: is not the secret of S3_ACCESS_KEY_ID';
		case 'ExpiredToken':
		case 'ExpiredTokenException':
		case 'InvalidToken':
			return 'S3_ACCESS_KEY_ID: the credentials have expired';
		case 'CredentialsProviderError':
			return 'S3_ACCESS_KEY_ID: must be set with S3_SECRET_ACCESS_KEY, since the AWS SDK finds no credentials either';
		case 'RequestTimeTooSkewed':
			return "the clock of this machine is too far from the store's, which refuses its signatures; have it keep the time by NTP";
		case 'NoSuchBucket':
			return `S3_BUCKET: there is no bucket ${bucket} at ${where}`;
		case 'PermanentRedirect':
		case 'AuthorizationHeaderMalformed':
		case 'IllegalLocationConstraintException':
			return `S3_REGION: the bucket ${bucket} is not in ${region}`;
		case 'QuotaExceeded':
			return `S3_BUCKET: the quota of the bucket ${bucket} is used up`;
	}
	if (status === 403) return `S3_BUCKET: the key may not do this in the bucket ${bucket} (${name})`;
	if (code !== null || status === null) return `S3_ENDPOINT: ${where} cannot be reached (${code ?? name})`;
	if (fullNames.has(name) || status === 507) return `S3_ENDPOINT: the store at ${where} is full`;
	if (status >= 500) return `S3_ENDPOINT: the store at ${where} is not well (${name}, ${status})`;
	return `S3_ENDPOINT: ${where} does not answer as an S3 store does (${name}, ${status})`;
}
