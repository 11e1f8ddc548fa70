import { Button } from '@adx/ui/controls/button';
import { StatusMessage } from '@adx/ui/feedback/status-message';
import { showReason } from '@adx/ui/feedback/toast-store';
import { ConfirmDialog } from '@adx/ui/surfaces/confirm-dialog';
import { Dialog } from '@adx/ui/surfaces/dialog';
import { DialogButtons } from '@adx/ui/surfaces/dialog-buttons';
import { allowlistSliceMax, salePhasesMax } from '@adx/validators/sale/phases';
import type { CreatorSale } from '@adx/validators/sale/sales';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { getFieldErrors } from '../../../../lib/api/error-messages.ts';
import { trpc } from '../../../../lib/api/trpc.ts';
import { getRefusalMessage } from '../../refusal-message.ts';
import { focusFirstInvalid } from '../focus-first-invalid.ts';
import { useCacheSale } from '../listing-queries.ts';
import { listingTexts } from '../listing-texts.ts';
import type { ListedWallet } from './allowlist-text.ts';
import {
	createDraft,
	dropErrors,
	hasChanged,
	type PhaseDraft,
	type PhaseRequest,
	toDraft,
	toPhaseRequest,
	toSavedDraft,
} from './phase-draft.ts';
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
	// The same drafts as the server has them.
	const [saved, setSaved] = useState(drafts);
	const [isLeaving, setLeaving] = useState(false);
	const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
	const [problem, setProblem] = useState('');
	// Whether that is about the fields, and over with the last one that is corrected.
	const [areFieldsWrong, setFieldsWrong] = useState(false);
	// What these phases replace, so that those of another tab are not overwritten unseen.
	const [phasesTag, setPhasesTag] = useState(sale.phasesTag);
	const form = useRef<HTMLDivElement>(null);
	const saving = useMutation({
		mutationFn: async ({ phases, lists }: ValidRequest) => {
			const sent = drafts;
			let changed = await utils.client.mint.collections.phases.mutate({ jobId, phases, phasesTag });
			adopt(changed, sent);
			for (const [place, { wallets }] of lists) {
				const phaseId = changed.phases[place]!.id;
				for (let from = 0; from < wallets.length; from += allowlistSliceMax) {
					const slice = wallets.slice(from, from + allowlistSliceMax);
					const list = { jobId, phaseId, wallets: slice.map(({ address }) => address), append: from > 0 };
					changed = await utils.client.mint.collections.allowlist.mutate(list).catch((error: unknown) => {
						throw toRefusedWallet(error, place, slice) ?? error;
					});
					adopt(changed, sent);
				}
			}
			return changed;
		},
		onSuccess: onSaved,
		onError: (error) => {
			if (error instanceof RefusedWallet) showErrors({ [`${error.place}.allowlist`]: error.message }, texts.check);
			else showErrors(toPlaces(getFieldErrors(error)), getRefusalMessage(error, listingTexts.offline));
			// Another tab may have changed them: opened again, they are those of the server.
			void utils.mint.collections.get.invalidate({ jobId });
		},
	});
	/** From here on a phase that is saved is changed, and no other begins, also where its list is refused. */
	function adopt(changed: CreatorSale, sent: readonly PhaseDraft[]) {
		cacheSale(changed);
		setPhasesTag(changed.phasesTag);
		setSaved(sent.map((draft, place) => toSavedDraft(draft, changed.phases[place]!.id)));
		setDrafts((current) =>
			current.map((draft) => {
				const phase = changed.phases[sent.findIndex(({ key }) => key === draft.key)];
				return phase === undefined ? draft : { ...draft, id: phase.id };
			}),
		);
	}
	function showErrors(found: Readonly<Record<string, string>>, text: string) {
		flushSync(() => {
			setErrors(byDraft(found, drafts));
			setProblem(text);
			setFieldsWrong(Object.keys(found).length > 0);
		});
		focusFirstInvalid(form.current);
	}
	function save() {
		const request = toPhaseRequest(sale, drafts);
		if ('errors' in request) return showErrors(request.errors, texts.check);
		setErrors({});
		setProblem('');
		saving.mutate(request);
	}
	function add() {
		flushSync(() => setDrafts([...drafts, createDraft(price, drafts.at(-1))]));
		form.current?.querySelector<HTMLElement>('fieldset:last-of-type input')?.focus();
	}
	function leave() {
		// What the server refuses is shown here alone.
		if (saving.isPending) showReason(texts.stillSaving);
		else if (hasChanged(drafts, saved)) setLeaving(true);
		else onClose();
	}
	function change(key: string, changes: Partial<PhaseDraft>) {
		// By the drafts as they are by then: a file may have taken long to read.
		setDrafts((current) => current.map((draft) => (draft.key === key ? { ...draft, ...changes } : draft)));
		setErrors((current) => dropErrors(current, key, changes));
	}
	function remove({ key }: PhaseDraft) {
		setDrafts((current) => current.filter((draft) => draft.key !== key));
		setErrors((current) => Object.fromEntries(Object.entries(current).filter(([path]) => !path.startsWith(`${key}.`))));
	}
	return (
		<Dialog open onClose={leave} title={texts.title}>
			<div ref={form} className="grid gap-4">
				<p className="text-sm text-text-2">{texts.intro}</p>
				{drafts.length === 0 ? <p className="font-medium text-text">{texts.none}</p> : null}
				{drafts.map((draft, place) => (
					<PhaseFields
						key={draft.key}
						draft={draft}
						place={place}
						isLast={place === drafts.length - 1}
						sale={sale}
						getError={(field) => errors[`${draft.key}.${field}`]}
						onChange={(changes) => change(draft.key, changes)}
						onRemove={() => remove(draft)}
					/>
				))}
				{drafts.length < salePhasesMax ? (
					<Button className="justify-self-start" onClick={add}>
						{texts.add}
					</Button>
				) : null}
				<StatusMessage isError text={areFieldsWrong && Object.keys(errors).length === 0 ? '' : problem} />
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
					<Button disabledReason={saving.isPending ? texts.stillSaving : undefined} onClick={leave}>
						{texts.cancel}
					</Button>
				</DialogButtons>
			</div>
			<ConfirmDialog
				open={isLeaving}
				title={texts.discard.title}
				text={texts.discard.text}
				confirmLabel={texts.discard.confirm}
				cancelLabel={texts.discard.keep}
				onClose={() => setLeaving(false)}
				onConfirm={onClose}
			/>
		</Dialog>
	);
}

/** A wallet that the server does not take, with the line of the list that it stands in. */
class RefusedWallet extends Error {
	override readonly name = 'RefusedWallet';
	/** Of the phase. */
	readonly place: number;

	constructor(place: number, message: string, cause: unknown) {
		super(message, { cause });
		this.place = place;
	}
}

/** Null where it is not about one of the wallets that were sent. */
function toRefusedWallet(error: unknown, place: number, sent: readonly ListedWallet[]): RefusedWallet | null {
	for (const [path, message] of Object.entries(getFieldErrors(error))) {
		const wallet = sent[Number(/^wallets\.(\d+)$/.exec(path)?.[1])];
		if (wallet !== undefined) return new RefusedWallet(place, texts.inLine(wallet.line, message), error);
	}
	return null;
}

/** 'phases.0.price' as '0.price'. */
const toPlaces = (fields: Readonly<Record<string, string>>) =>
	Object.fromEntries(Object.entries(fields).map(([path, message]) => [path.replace(/^phases\./, ''), message]));

/** The errors, by the keys of the phases in place of their places, which change as phases are removed. */
const byDraft = (found: Readonly<Record<string, string>>, drafts: readonly PhaseDraft[]) =>
	Object.fromEntries(
		Object.entries(found).map(([path, text]) => [
			path.replace(/^\d+/, (place) => drafts[Number(place)]?.key ?? place),
			text,
		]),
	);
