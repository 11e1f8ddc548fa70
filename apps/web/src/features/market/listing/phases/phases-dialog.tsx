import { Button } from '@adx/ui/controls/button';
import { StatusMessage } from '@adx/ui/feedback/status-message';
import { Dialog } from '@adx/ui/surfaces/dialog';
import { DialogButtons } from '@adx/ui/surfaces/dialog-buttons';
import { allowlistSliceMax, salePhasesMax } from '@adx/validators/sale/phases';
import type { CreatorSale } from '@adx/validators/sale/sales';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { getFieldErrors } from '../../../../lib/api/error-messages.ts';
import { trpc } from '../../../../lib/api/trpc.ts';
import { getRefusalMessage } from '../../refusal-message.ts';
import { useCacheSale } from '../listing-queries.ts';
import { listingTexts } from '../listing-texts.ts';
import { createDraft, type PhaseDraft, type PhaseRequest, toDraft, toPhaseRequest } from './phase-draft.ts';
import { PhaseFields } from './phase-fields.tsx';
import { phaseTexts as texts } from './phase-texts.ts';

type ValidRequest = Exclude<PhaseRequest, { readonly errors: unknown }>;

export interface PhasesDialogProps {
	readonly sale: CreatorSale;
	readonly onClose: () => void;
	readonly onSaved: () => void;
}

/** The phases of a sale, to be changed together. */
export function PhasesDialog({ sale, onClose, onSaved }: PhasesDialogProps) {
	const { jobId, price } = sale;
	const utils = trpc.useUtils();
	const cacheSale = useCacheSale();
	const [drafts, setDrafts] = useState<readonly PhaseDraft[]>(() => sale.phases.map(toDraft));
	const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
	const [problem, setProblem] = useState('');
	// What these phases replace, so that those of another tab are not overwritten unseen.
	const [phasesTag, setPhasesTag] = useState(sale.phasesTag);
	const saving = useMutation({
		mutationFn: async ({ phases, lists }: ValidRequest) => {
			const keys = drafts.map(({ key }) => key);
			let saved = await utils.client.mint.collections.phases.mutate({ jobId, phases, phasesTag });
			adopt(saved, keys);
			for (const [place, { wallets }] of lists) {
				const phaseId = saved.phases[place]!.id;
				for (let from = 0; from < wallets.length; from += allowlistSliceMax) {
					const slice = wallets.slice(from, from + allowlistSliceMax);
					const list = { jobId, phaseId, wallets: slice, append: from > 0 };
					saved = await utils.client.mint.collections.allowlist.mutate(list);
					adopt(saved, keys);
				}
			}
			return saved;
		},
		onSuccess: onSaved,
		onError: (error) => {
			setErrors(toPlaces(getFieldErrors(error)));
			setProblem(getRefusalMessage(error, listingTexts.offline));
			// Another tab may have changed them: opened again, they are those of the server.
			void utils.mint.collections.get.invalidate({ jobId });
		},
	});
	/** From here on a phase that is saved is changed, and no other begins, also where its list is refused. */
	function adopt(saved: CreatorSale, keys: readonly string[]) {
		cacheSale(saved);
		setPhasesTag(saved.phasesTag);
		setDrafts((current) =>
			current.map((draft) => {
				const phase = saved.phases[keys.indexOf(draft.key)];
				return phase === undefined ? draft : { ...draft, id: phase.id };
			}),
		);
	}
	function save() {
		const request = toPhaseRequest(sale, drafts);
		setErrors('errors' in request ? request.errors : {});
		setProblem('errors' in request ? texts.check : '');
		if (!('errors' in request)) saving.mutate(request);
	}
	const change = (key: string, changes: Partial<PhaseDraft>) =>
		setDrafts(drafts.map((draft) => (draft.key === key ? { ...draft, ...changes } : draft)));
	return (
		<Dialog open onClose={onClose} title={texts.title}>
			<div className="grid gap-4">
				<p className="text-sm text-text-2">{texts.intro}</p>
				{drafts.length === 0 ? <p className="font-medium text-text">{texts.none}</p> : null}
				{drafts.map((draft, place) => (
					<PhaseFields
						key={draft.key}
						draft={draft}
						place={place}
						sale={sale}
						getError={(field) => errors[`${place}.${field}`]}
						onChange={(changes) => change(draft.key, changes)}
						onRemove={() => setDrafts(drafts.filter(({ key }) => key !== draft.key))}
					/>
				))}
				{drafts.length < salePhasesMax ? (
					<Button
						className="justify-self-start"
						onClick={() => setDrafts([...drafts, createDraft(price, drafts.at(-1))])}
					>
						{texts.add}
					</Button>
				) : null}
				<StatusMessage isError text={problem} />
				<DialogButtons
					primary={
						<Button
							tone="primary"
							className="grow"
							busyText={saving.isPending ? texts.saving : undefined}
							onClick={save}
						>
							{texts.save}
						</Button>
					}
				>
					<Button onClick={onClose}>{texts.cancel}</Button>
				</DialogButtons>
			</div>
		</Dialog>
	);
}

/** 'phases.0.price' as '0.price'. */
const toPlaces = (fields: Readonly<Record<string, string>>) =>
	Object.fromEntries(Object.entries(fields).map(([path, message]) => [path.replace(/^phases\./, ''), message]));
