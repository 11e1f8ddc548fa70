import { z } from 'zod';

export const jobStatusSchema = z.enum(['pending', 'generating', 'completed', 'failed']);
export type JobStatus = z.infer<typeof jobStatusSchema>;
export const jobPhaseSchema = z.enum([
	'queued',
	'running',
	'paused',
	'cancelling',
	'done',
	'partial',
	'cancelled',
	'failed',
]);
export type JobPhase = z.infer<typeof jobPhaseSchema>;
export const imageStateSchema = z.enum(['planned', 'stored', 'failed']);
/** Why a job stands still; a key is asked for again whatever the reason, since pausing wipes it. */
export const pauseReasonSchema = z.enum([
	'user',
	'key_refused',
	'address_refused',
	'day_quota',
	'storage_full',
	'storage_away',
]);
export type PauseReason = z.infer<typeof pauseReasonSchema>;
/** Why an image was given up: `engine` for the forge, the others as Gemini answered. */
export const imageFailureSchema = z.enum(['blocked', 'no_image', 'bad_image', 'request', 'transient', 'engine']);
export type ImageFailure = z.infer<typeof imageFailureSchema>;
/** What the owner thinks of an image; nothing is deleted by it. */
export const imageMarkSchema = z.enum(['kept', 'rejected']);
export type ImageMark = z.infer<typeof imageMarkSchema>;
