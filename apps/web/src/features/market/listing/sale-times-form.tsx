import { Button } from '@adx/ui/controls/button';
import { TextField } from '@adx/ui/controls/field';
import { StatusMessage } from '@adx/ui/feedback/status-message';
import { type CreatorSale, updateSaleInput } from '@adx/validators/sale/sales';
import { type FormEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { getFieldErrors } from '../../../lib/api/error-messages.ts';
import { trpc } from '../../../lib/api/trpc.ts';
import { toIsoTime, toLocalTime } from '../../../lib/format/local-time.ts';
import { getRefusalMessage } from '../refusal-message.ts';
import { focusFirstInvalid } from './focus-first-invalid.ts';
import { useCacheSale } from './listing-queries.ts';
import { listingTexts } from './listing-texts.ts';

const texts = listingTexts.times;

interface TimesDraft {
	/** As `datetime-local` has them; empty for none. */
	readonly startsAt: string;
	readonly endsAt: string;
}
type TimesErrors = Partial<Record<keyof TimesDraft, string>>;

/** When the sale as a whole starts and ends; may be set before it runs. */
export function SaleTimesForm({ sale }: { readonly sale: CreatorSale }) {
	const { jobId } = sale;
	const cacheSale = useCacheSale();
	const saved = toDraft(sale);
	// Only what was entered: another tab may save the other one, or this one, in the meantime.
	const [draft, setDraft] = useState<Partial<TimesDraft>>({});
	const [errors, setErrors] = useState<TimesErrors>({});
	const [message, setMessage] = useState({ text: '', isError: false });
	const form = useRef<HTMLFormElement>(null);
	function showErrors(found: TimesErrors) {
		flushSync(() => setErrors(found));
		focusFirstInvalid(form.current);
	}
	const { mutate, isPending } = trpc.mint.collections.update.useMutation({
		onSuccess: (changed) => {
			cacheSale(changed);
			setDraft({});
			setMessage({ text: texts.saved, isError: false });
		},
		onError: (error) => {
			const fields: TimesErrors = getFieldErrors(error);
			showErrors(fields);
			// What stands at a field is not said twice.
			const isSaid = fields.startsAt !== undefined || fields.endsAt !== undefined;
			setMessage({ text: isSaid ? '' : getRefusalMessage(error, listingTexts.offline), isError: true });
		},
	});
	function submit(event: FormEvent) {
		event.preventDefault();
		if (isPending) return;
		// What was not touched is not sent: a field shows no seconds.
		const changed = (['startsAt', 'endsAt'] as const).flatMap((field) => {
			const entered = draft[field];
			return entered === undefined || entered === saved[field] ? [] : [[field, toIsoTime(entered)] as const];
		});
		const times = Object.fromEntries(changed);
		const { error } = updateSaleInput.safeParse({ jobId, ...times });
		showErrors(Object.fromEntries((error?.issues ?? []).map(({ path, message: text }) => [path[0], text])));
		setMessage({ text: changed.length === 0 ? texts.unchanged : '', isError: false });
		if (error === undefined && changed.length > 0) mutate({ jobId, ...times });
	}
	const bind = (field: keyof TimesDraft) => ({
		type: 'datetime-local',
		label: texts.fields[field],
		hint: texts.hints[field],
		value: draft[field] ?? saved[field],
		error: errors[field],
		onChange: ({ target }: { readonly target: { readonly value: string } }) => {
			setDraft({ ...draft, [field]: target.value });
			setErrors({ ...errors, [field]: undefined });
			setMessage({ text: '', isError: false });
		},
	});
	return (
		<section aria-label={texts.label} className="border-t border-border pt-4">
			<form ref={form} noValidate onSubmit={submit} className="grid grid-cols-[minmax(0,1fr)] gap-3">
				<TextField {...bind('startsAt')} />
				<TextField {...bind('endsAt')} />
				<p className="text-sm text-text-2">{texts.text}</p>
				<Button type="submit" className="justify-self-start" busyText={isPending ? texts.saving : undefined}>
					{texts.save}
				</Button>
				<StatusMessage {...message} />
			</form>
		</section>
	);
}

const toDraft = ({ startsAt, endsAt }: CreatorSale): TimesDraft => ({
	startsAt: toLocalTime(startsAt),
	endsAt: toLocalTime(endsAt),
});
