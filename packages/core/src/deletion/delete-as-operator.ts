import type { AccountDeletion, Deletion, DeletionResult } from '@adx/validators/deletion';
import { deleteAttributes, getAttributesDeletion } from '../attributes/delete-attributes.ts';
import { deleteAccountById, getAccountDeletion } from '../auth/account/delete-account.ts';
import { deleteJob, getJobDeletion } from '../generation/control/delete-job.ts';
import { deleteMerge, getMergeDeletion } from '../merge/delete-merge.ts';
import type { Actor } from '../platform/context.ts';
import type { DeletionContext } from './delete-with-files.ts';

/** What an operator's command has of an installation. */
export type OperatorServices = Pick<DeletionContext, 'db' | 'storage' | 'clock' | 'log' | 'solana' | 'evmSaleChains'>;

/** What can be deleted, whoever owns it. */
export type OperatorTarget = 'job' | 'merge' | 'attributes' | 'account';

interface TargetHandlers {
	preview(ctx: DeletionContext, id: string): Promise<Deletion | AccountDeletion>;
	delete(ctx: DeletionContext, id: string): Promise<DeletionResult>;
}

/** Nobody waits for an answer: all of it is freed. */
const whole = { waitMs: 24 * 3_600_000 };

const handlers: Readonly<Record<OperatorTarget, TargetHandlers>> = {
	job: {
		preview: (ctx, jobId) => getJobDeletion(ctx, { jobId, scope: 'all' }),
		delete: (ctx, jobId) => deleteJob(ctx, { jobId, scope: 'all' }, whole),
	},
	merge: {
		preview: (ctx, jobId) => getMergeDeletion(ctx, { jobId, scope: 'all' }),
		delete: (ctx, jobId) => deleteMerge(ctx, { jobId, scope: 'all' }, whole),
	},
	attributes: {
		preview: (ctx, id) => getAttributesDeletion(ctx, { id }, 'all'),
		delete: (ctx, id) => deleteAttributes(ctx, { id }, 'all'),
	},
	account: {
		preview: getAccountDeletion,
		delete: (ctx, id) => deleteAccountById(ctx, id, whole),
	},
};

/** What deleting it would do, and what keeps it. AppError `NOT_FOUND` where there is none. */
export const previewAsOperator = (services: OperatorServices, target: OperatorTarget, id: string) =>
	handlers[target].preview(toContext(services), id);

/** Deletes it as its owner may, with all of its files. AppError `CONFLICT` with what keeps it. Audited as the operator's. */
export const deleteAsOperator = (services: OperatorServices, target: OperatorTarget, id: string) =>
	handlers[target].delete(toContext(services), id);

/** In the audit log; the id of no account. */
const operatorId = 'operator';

function toContext(services: OperatorServices): DeletionContext {
	const never = new Date(8.64e15);
	const actor: Actor = {
		userId: operatorId,
		sessionId: null,
		tokenScopes: null,
		hasAccess: true,
		signedInBy: null,
		isDiscord: false,
		role: 'developer',
		premium: false,
		adminUnlocked: false,
		expiresAt: never,
		sameUntil: never,
		name: null,
		avatar: null,
	};
	// What is left after an error the product's own sweeper finds.
	const queue = { hasLiveMessage: async () => true, send: async () => {} };
	return { ...services, actor, queue };
}
