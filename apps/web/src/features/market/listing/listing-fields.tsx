import { Button } from '@adx/ui/controls/button';
import { ChoiceGroup } from '@adx/ui/controls/choice-group';
import { FieldError, TextField } from '@adx/ui/controls/field';
import { TextAreaField } from '@adx/ui/controls/text-area-field';
import { DialogButtons } from '@adx/ui/surfaces/dialog-buttons';
import {
	descriptionMaxLength,
	royaltyMaxPercent,
	solanaNameMaxBytes,
	solanaSymbolMaxBytes,
	symbolMaxLength,
} from '@adx/validators/limits';
import { type ListingForm, listingFormSchema, type MergeJob } from '@adx/validators/merge';
import { mintChainFacts } from '@adx/validators/minted-token';
import type { RevealChoice as Reveal } from '@adx/validators/sale/reveal';
import { type ListingCosts, mintUnavailableText, type SaleNetwork } from '@adx/validators/sale/sales';
import { installZodMessages } from '@adx/validators/zod-messages';
import { zodResolver } from '@hookform/resolvers/zod';
import { useId, useState } from 'react';
import { useForm } from 'react-hook-form';
import { getFieldErrors } from '../../../lib/api/error-messages.ts';
import { trpc } from '../../../lib/api/trpc.ts';
import { byteLength } from '../../../lib/format/format-quantity.ts';
import { formatAmount } from '../../wallets/format-amount.ts';
import { SolanaConnectBar } from '../../wallets/solana/connect/solana-connect-bar.tsx';
import type { SolanaConnector } from '../../wallets/solana/connect/use-connect-solana.ts';
import { useEvmWallets } from '../contract/evm-wallets.ts';
import { Marketplaces } from '../marketplaces.tsx';
import { type ListingDraft, readListingDraft, removeListingDraft, writeListingDraft } from './listing-draft.ts';
import { listingTexts } from './listing-texts.ts';
import { RevealChoice } from './reveal/reveal-choice.tsx';
import { type StartMintingOptions, useStartMinting } from './use-start-minting.ts';

const texts = listingTexts.form;

installZodMessages();
/** The chain holds hundredths of a percent, and the royalty is fixed for good: more is refused here rather than rounded. */
const formSchema = listingFormSchema.extend({
	royaltyPercentage: listingFormSchema.shape.royaltyPercentage.refine(hasTwoDecimals, texts.royaltyDecimals),
});
const resolver = zodResolver(formSchema);

export interface ListingFieldsProps extends Pick<StartMintingOptions, 'saveListing' | 'onStarted'> {
	readonly job: MergeJob;
	readonly connector: SolanaConnector;
	/** Where it can be sold, and where it is to be. */
	readonly networks: readonly SaleNetwork[];
	readonly network: SaleNetwork;
	readonly onNetwork: (network: SaleNetwork) => void;
	/** Null while the network does not say. */
	readonly costs: Pick<NonNullable<ListingCosts['costs']>, 'collectionLamports' | 'itemLamports'> | null;
	/** What a delayed reveal adds to that; null while the network does not say. */
	readonly revealLamports: string | null;
	/** Whether the server publishes the files; null while it does not say. */
	readonly publishesFiles: boolean | null;
	/** When the items are shown, as it was chosen before. */
	readonly reveal: Reveal;
	/** Whether this server mints at all. */
	readonly canMint: boolean;
	/** Leaves the form as it was. */
	readonly onBack: () => void;
	readonly backText: string;
}

/** Whether this very double is a whole number of hundredths. */
function hasTwoDecimals(percentage: number): boolean {
	return Math.round(percentage * 100) / 100 === percentage;
}

/** An empty number field must not count as 0. */
const asNumber = {
	setValueAs: (text: string | number | null) => (text === '' || text === null ? undefined : Number(text)),
};

const startOf = (job: MergeJob) => ({
	collectionName: job.collectionName ?? job.projectName,
	collectionSymbol: job.collectionSymbol ?? '',
	collectionDescription: job.collectionDescription ?? job.description,
	...(job.mintPrice === null ? {} : { mintPrice: job.mintPrice }),
	royaltyPercentage: job.royaltyPercentage,
});

/** What a text takes on the chain, and whether that is too much. */
function bytesOf(text: string | undefined, most: number) {
	const used = byteLength((text ?? '').trim());
	return used > most ? { error: texts.tooLong(used, most) } : { hint: texts.bytes(used, most) };
}

const networkName = (network: SaleNetwork) => (network === 'solana' ? texts.solana : mintChainFacts[network].name);

/** The symbol of the coin that prices are in there. */
function useCoin(network: SaleNetwork): string {
	const { data: config } = trpc.auth.config.useQuery();
	if (network === 'solana') return 'SOL';
	return config?.saleChains.find(({ chain }) => chain === network)?.symbol ?? mintChainFacts[network].symbol;
}

const stepTexts = { connecting: texts.connecting, saving: texts.saving, starting: texts.starting };

/** The facts a merged collection is listed with, and the button that starts minting. */
export function ListingFields(props: ListingFieldsProps) {
	const { job, connector, costs, publishesFiles, canMint, saveListing, onStarted, onBack, backText } = props;
	const { networks, network, onNetwork } = props;
	const wallets = useEvmWallets();
	const isSolana = network === 'solana';
	const coin = useCoin(network);
	const [draft] = useState(() => readListingDraft(job.id));
	const [reveal, setReveal] = useState(draft?.reveal ?? props.reveal);
	const form = useForm<ListingForm>({ resolver, defaultValues: { ...startOf(job), ...draft?.fields } });
	const { register, handleSubmit, setError, clearErrors, getValues, setValue, trigger, watch, formState } = form;
	const { step, start } = useStartMinting({
		jobId: job.id,
		network,
		reveal,
		connect: async () => {
			if (isSolana) return connector.connect();
			return wallets?.address == null ? null : { address: wallets.address };
		},
		saveListing,
		onStarted(sale) {
			removeListingDraft(job.id);
			onStarted(sale);
		},
		onFailed({ message, cause }) {
			for (const [field, text] of Object.entries(getFieldErrors(cause))) {
				if (field in listingFormSchema.shape) setError(field as keyof ListingForm, { message: text });
			}
			setError('root', { message });
		},
	});
	const reasonId = useId();
	const { errors } = formState;
	const [name, symbol, price] = watch(['collectionName', 'collectionSymbol', 'mintPrice']);
	// With each change: a form that nobody touched follows the merge.
	const keep = (choice: Partial<ListingDraft> = {}) =>
		writeListingDraft(job.id, { network, reveal, fields: getValues(), ...choice });
	const [nameBytes, symbolBytes] = isSolana
		? [bytesOf(name, solanaNameMaxBytes), bytesOf(symbol, solanaSymbolMaxBytes)]
		: [{}, {}];
	const isSet = Boolean(name?.trim() && symbol?.trim()) && typeof price === 'number' && !Number.isNaN(price);
	const isReady = isSolana || wallets?.address != null;
	const reason = !canMint ? mintUnavailableText : !isSet ? texts.needs : isReady ? null : texts.connectFirst;
	const isComplete = isSet && nameBytes.error === undefined && symbolBytes.error === undefined;

	const symbolField = register('collectionSymbol', {
		onChange({ target }: { readonly target: HTMLInputElement }) {
			const { value, selectionStart } = target;
			const symbol = toSymbol(value);
			if (symbol === value) return;
			// A user who corrects the middle of the text continues there.
			const caret = toSymbol(value.slice(0, selectionStart ?? value.length)).length;
			setValue('collectionSymbol', symbol);
			target.setSelectionRange(caret, caret);
		},
	});
	return (
		<form
			noValidate
			onSubmit={handleSubmit(start)}
			onChange={() => {
				// What kept the last try from starting says nothing of another form.
				clearErrors('root');
				keep();
			}}
			className="grid gap-4"
		>
			{networks.length < 2 ? null : (
				<ChoiceGroup<SaleNetwork>
					label={texts.network}
					columns={3}
					className="grid grid-cols-3 gap-2"
					value={network}
					onChoose={(chosen) => {
						keep({ network: chosen });
						onNetwork(chosen);
					}}
					choices={networks.map((value) => ({
						value,
						name: networkName(value),
						content: <span className="block px-2 text-center font-medium">{networkName(value)}</span>,
					}))}
				/>
			)}
			<TextField
				{...register('collectionName')}
				autoFocus
				label={texts.name}
				autoComplete="off"
				hint={nameBytes.hint}
				error={errors.collectionName?.message ?? nameBytes.error}
			/>
			<TextField
				{...symbolField}
				label={texts.symbol}
				maxLength={symbolMaxLength}
				autoComplete="off"
				autoCapitalize="characters"
				hint={symbolBytes.hint}
				error={errors.collectionSymbol?.message ?? symbolBytes.error}
			/>
			<TextAreaField
				{...register('collectionDescription')}
				label={texts.description}
				hint={texts.descriptionHint}
				maxLength={descriptionMaxLength}
				error={errors.collectionDescription?.message}
			/>
			<div className="grid gap-4 sm:grid-cols-2">
				<TextField
					{...register('mintPrice', { ...asNumber, onChange: () => void trigger('mintPrice') })}
					type="number"
					inputMode="decimal"
					step="0.001"
					min={0}
					label={texts.price(coin)}
					placeholder={texts.pricePlaceholder}
					hint={texts.priceHint}
					error={errors.mintPrice?.message}
				/>
				<TextField
					// The button may be off, and then nothing else would say what is wrong with it.
					{...register('royaltyPercentage', { ...asNumber, onChange: () => void trigger('royaltyPercentage') })}
					type="number"
					inputMode="decimal"
					step="any"
					min={0}
					max={royaltyMaxPercent}
					label={texts.royalty}
					hint={texts.royaltyHint}
					error={errors.royaltyPercentage?.message}
				/>
			</div>
			{canMint ? (
				<>
					<RevealChoice
						value={reveal}
						onChoose={(chosen) => {
							keep({ reveal: chosen });
							setReveal(chosen);
						}}
						network={network}
						depositLamports={props.revealLamports}
					/>
					<ListingNotes job={job} costs={costs} publishesFiles={publishesFiles} network={network} coin={coin} />
					<div className="grid gap-1.5">
						<p className="text-sm text-text-2">{texts.wallet}</p>
						{network === 'solana' ? (
							<SolanaConnectBar connector={connector} isLocked={step !== null} />
						) : (
							wallets?.connectBar(network)
						)}
					</div>
				</>
			) : null}
			<div role="alert" className="absolute has-[*]:static">
				<FieldError id={`${reasonId}-error`}>{errors.root?.message}</FieldError>
			</div>
			<div>
				<DialogButtons
					primary={
						<Button
							type="submit"
							tone="primary"
							className="grow"
							disabled={!canMint || !isComplete || !isReady}
							aria-describedby={reason === null ? undefined : reasonId}
							busyText={step === null ? undefined : stepTexts[step]}
						>
							{texts.start}
						</Button>
					}
				>
					<Button
						onClick={() => {
							removeListingDraft(job.id);
							onBack();
						}}
					>
						{backText}
					</Button>
				</DialogButtons>
				{reason === null ? null : (
					<p id={reasonId} className="mt-2 text-sm text-text-2">
						{reason}
					</p>
				)}
			</div>
		</form>
	);
}

interface ListingNotesProps extends Pick<ListingFieldsProps, 'job' | 'costs' | 'publishesFiles' | 'network'> {
	readonly coin: string;
}

/** What a creator has to know before the first signature. */
function ListingNotes({ job: { totalImages, hidden }, costs, publishesFiles, network, coin }: ListingNotesProps) {
	const { notes: texts } = listingTexts;
	const { data: config } = trpc.auth.config.useQuery();
	const cost =
		costs === null
			? texts.costUnknown(totalImages)
			: texts.cost(totalImages, formatAmount(costs.collectionLamports), formatAmount(costs.itemLamports));
	const publisher = publishesFiles === null ? 'unknown' : publishesFiles ? 'server' : 'creator';
	const [firstLine, marketplaces] =
		network === 'solana'
			? [cost, texts.marketplaces]
			: [texts.evmCost(mintChainFacts[network].name, coin), texts.evmMarketplaces];
	const lines = [firstLine, texts.royalty, marketplaces, texts.files[publisher], texts.frozen];
	if (hidden) lines.push(texts.hidden);
	return (
		<section aria-label={texts.title} className="rounded-md border border-border bg-surface-2 p-3 text-sm">
			<h3 className="mb-1.5 font-semibold text-text">{texts.title}</h3>
			<ul className="grid list-disc gap-1.5 pl-4 text-text-2 marker:text-text-3">
				{lines.map((note) => (
					<li key={note}>{note}</li>
				))}
			</ul>
			<div className="mt-2">
				<Marketplaces network={network} cluster={config?.solana?.cluster ?? null} />
			</div>
		</section>
	);
}

/** A symbol as it is stored: upper case, no longer than there is room for, with no character cut in two. */
function toSymbol(text: string): string {
	let symbol = '';
	for (const character of text.toUpperCase()) {
		if (symbol.length + character.length > symbolMaxLength) break;
		symbol += character;
	}
	return symbol;
}
