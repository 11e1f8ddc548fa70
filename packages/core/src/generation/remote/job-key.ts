import type { JobKey } from '@adx/db/repositories/generation/job-phases';
import type { GenerationJobRow } from '@adx/db/schema/generation-tables';
import { requiresKey } from '@adx/validators/engines/engines';
import type { Services } from '../../platform/context.ts';
import { decryptText, encryptText } from '../../platform/secrets/sealed-text.ts';
import { toKeyId } from './key-leases.ts';

/** Used for every engine: keys that were sealed under this name must stay readable. */
const placeOf = (jobId: string) => ({ purpose: 'gemini api key', rowId: jobId });

/** A user's key as it may lie in the row of that job; null where its calls carry none, which are counted by their address. */
export function toJobKey(
	{ secretKey }: Pick<Services, 'secretKey'>,
	{ id, engineAddress }: Pick<GenerationJobRow, 'id' | 'engineAddress'>,
	apiKey: string | null,
): JobKey {
	const key = apiKey ?? '';
	return {
		sealedApiKey: apiKey === null ? null : encryptText(secretKey, placeOf(id), apiKey),
		apiKeyId: toKeyId(secretKey, engineAddress === null ? key : `${engineAddress} ${key}`),
	};
}

/** The job's key; null when it has none or it was sealed under another secret. */
export function decryptJobKey(
	{ secretKey }: Pick<Services, 'secretKey'>,
	{ id, sealedApiKey }: Pick<GenerationJobRow, 'id' | 'sealedApiKey'>,
): string | null {
	return sealedApiKey === null ? null : decryptText(secretKey, placeOf(id), sealedApiKey);
}

/** Whether calls for the job would lack the key that they carried before: it is forgotten whenever a job pauses or ends. */
export function isKeyMissing(
	{ secretKey }: Pick<Services, 'secretKey'>,
	job: Pick<GenerationJobRow, 'id' | 'engine' | 'engineAddress' | 'sealedApiKey' | 'apiKeyId'>,
): boolean {
	if (job.sealedApiKey !== null) return false;
	return (
		requiresKey(job.engine) || (job.apiKeyId !== null && job.apiKeyId !== toJobKey({ secretKey }, job, null).apiKeyId)
	);
}
