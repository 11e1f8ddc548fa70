import { type MergeFixes, type MergeOrder, mergeFixesSchema } from '@adx/validators/merge';
import { sessionDraft } from '../../lib/storage/session-draft.ts';

/** What the 'Merge Settings' hold while they are being filled. */
export interface MergeDraft {
	readonly ownerId: string;
	readonly projectName: string;
	readonly description: string;
	readonly order: MergeOrder;
	readonly seed: string;
	readonly naming: 'renumber' | 'keep';
	readonly fixes: Omit<MergeFixes, 'renames'>;
	/** Of this merge alone. In the order they were added; empty ones are still being typed. */
	readonly renames: readonly { readonly id: string; readonly from: string; readonly to: string }[];
}

const { renames: _renames, ...usualFixes } = mergeFixesSchema.parse({});

const emptyDraft = (ownerId: string): MergeDraft => ({
	ownerId,
	projectName: '',
	description: '',
	order: 'keep',
	seed: '',
	naming: 'renumber',
	fixes: usualFixes,
	renames: [],
});

const draft = sessionDraft('adx_merge_draft', emptyDraft);
export const {
	current: currentDraft,
	open: openDraft,
	clear: clearDraft,
	change: changeDraft,
	use: useMergeDraft,
} = draft;

/** The renames that are complete. */
export function getCompleteRenames({ renames }: Pick<MergeDraft, 'renames'>): Record<string, string> {
	const complete = renames.filter(({ from, to }) => from !== '' && to.trim() !== '');
	return Object.fromEntries(complete.map(({ from, to }) => [from, to.trim()]));
}
