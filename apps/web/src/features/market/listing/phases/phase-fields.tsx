import { Button } from '@adx/ui/controls/button';
import { TextField } from '@adx/ui/controls/field';
import { FileButton } from '@adx/ui/controls/file-button';
import { TextAreaField } from '@adx/ui/controls/text-area-field';
import type { CreatorSale, SaleNetwork } from '@adx/validators/sale/sales';
import { FileUp } from 'lucide-react';
import { useMemo, useState } from 'react';
import { readAllowlist } from './allowlist-text.ts';
import type { PhaseDraft } from './phase-draft.ts';
import { phaseTexts as texts } from './phase-texts.ts';

const { hints } = texts;

export interface PhaseFieldsProps {
	readonly draft: PhaseDraft;
	readonly place: number;
	readonly isLast: boolean;
	/** The sale, as far as it decides what a price and a wallet are. */
	readonly sale: Pick<CreatorSale, 'coin' | 'network'>;
	/** By field. */
	readonly getError: (field: string) => string | undefined;
	readonly onChange: (change: Partial<PhaseDraft>) => void;
	readonly onRemove: () => void;
}

/** What a phase is made of. */
export function PhaseFields({ draft, place, isLast, sale, getError, onChange, onRemove }: PhaseFieldsProps) {
	const bind = (field: 'name' | 'price' | 'startsAt' | 'endsAt' | 'walletLimit' | 'totalLimit') => ({
		label: field === 'price' ? `${texts.fields.price} (${sale.coin})` : texts.fields[field],
		value: draft[field],
		error: getError(field),
		onChange: ({ target }: { readonly target: { readonly value: string } }) => onChange({ [field]: target.value }),
	});
	return (
		<fieldset className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3 rounded-md border border-border p-3">
			<legend className="px-1 font-semibold text-text">{texts.phase(place + 1)}</legend>
			<div className="grid grid-cols-[minmax(0,1fr)] gap-3 sm:grid-cols-[repeat(2,minmax(0,1fr))]">
				<TextField {...bind('name')} placeholder={texts.namePlaceholder} maxLength={40} />
				<TextField {...bind('price')} inputMode="decimal" />
				<TextField
					{...bind('startsAt')}
					hint={hints.startsAt(place === 0)}
					type="datetime-local"
					className="sm:col-span-2"
				/>
				<TextField {...bind('endsAt')} hint={hints.endsAt(isLast)} type="datetime-local" className="sm:col-span-2" />
				<TextField {...bind('walletLimit')} hint={hints.walletLimit} inputMode="numeric" />
				<TextField {...bind('totalLimit')} hint={hints.totalLimit} inputMode="numeric" />
			</div>
			<label className="flex items-center gap-2">
				<input
					type="checkbox"
					checked={draft.hasAllowlist}
					onChange={({ target }) => onChange({ hasAllowlist: target.checked })}
				/>
				{texts.hasAllowlist}
			</label>
			{draft.hasAllowlist ? (
				<Allowlist draft={draft} network={sale.network} error={getError('allowlist')} onChange={onChange} />
			) : null}
			<Button className="justify-self-start" onClick={onRemove}>
				{texts.remove} <span className="sr-only">{texts.phase(place + 1)}</span>
			</Button>
		</fieldset>
	);
}

interface AllowlistProps extends Pick<PhaseFieldsProps, 'draft' | 'onChange'> {
	readonly network: SaleNetwork;
	readonly error: string | undefined;
}

function Allowlist({ draft: { allowlist, allowlistCount }, network, error, onChange }: AllowlistProps) {
	const { wallets, duplicates, invalid } = useMemo(() => readAllowlist(allowlist, network), [allowlist, network]);
	const [unreadable, setUnreadable] = useState<string>();
	function change(text: string) {
		setUnreadable(undefined);
		onChange({ allowlist: text });
	}
	async function readFile(file: File) {
		const text = await file.text().catch(() => null);
		if (text === null) setUnreadable(texts.unreadable(file.name));
		else change(text);
	}
	return (
		<div className="grid grid-cols-[minmax(0,1fr)] gap-2">
			<TextAreaField
				label={texts.allowlist}
				hint={texts.allowlistHint(allowlistCount, allowlist.trim() !== '')}
				error={unreadable ?? error}
				rows={4}
				spellCheck={false}
				value={allowlist}
				onChange={({ target }) => change(target.value)}
			/>
			<FileButton
				className="justify-self-start"
				inputLabel={texts.fileLabel}
				accept=".csv,.txt,text/csv,text/plain"
				onFile={(file) => void readFile(file)}
				icon={<FileUp aria-hidden className="size-4" />}
			>
				{texts.file}
			</FileButton>
			<p role="status" className="figures text-sm text-text-2">
				{allowlist.trim() === '' ? '' : texts.read(wallets.length, duplicates, invalid.length)}
			</p>
		</div>
	);
}
