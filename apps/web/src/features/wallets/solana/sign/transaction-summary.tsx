import { formatNumber } from '@adx/validators/format-number';
import { Disclosure, DisclosureButton, DisclosurePanel } from '@headlessui/react';
import { ChevronDown, ShieldCheck } from 'lucide-react';
import { formatAmount, formatPrice } from '../../format-amount.ts';
import { shortenSolanaAddress } from '../../short-address.ts';
import { type SummaryRow, SummaryRows } from '../../summary-rows.tsx';
import { solanaTexts } from '../solana-texts.ts';
import type { TransactionDetails } from '../verify/expected-transaction.ts';
import type { TransactionReview } from './sign-transactions.ts';

const texts = solanaTexts.review;

/** What is about to be signed, in words, read from the transactions themselves. */
export function TransactionSummary({ review }: { readonly review: TransactionReview }) {
	const { facts, priceLamports, rentLamports, feeLamports } = review;
	const [first] = facts;
	if (first === undefined) return null;
	const { wallet, recipient, creates, group } = first;
	const costLamports = rentLamports + feeLamports;
	const rows: readonly SummaryRow[] = [
		[texts.payer, shortenSolanaAddress(wallet)],
		[texts.creates, creates === 'collection' ? texts.collection : texts.items(facts.length)],
		...(group === null ? [] : collectionRows(first, group)),
		...(creates === 'collection'
			? []
			: [
					[
						texts.price,
						formatPrice(priceLamports),
						recipient === null ? '' : texts.to(shortenSolanaAddress(recipient)),
					] as const,
					...(first.isCovered ? [[texts.covered, texts.coveredText] as const] : []),
				]),
		[texts.cost, formatAmount(costLamports)],
		[texts.total, formatAmount(priceLamports + costLamports)],
		[texts.programs, first.programs.join(', ')],
	];
	return (
		<section aria-label={texts.title} className="grid gap-3 rounded-md border border-line bg-surface-2 p-3 text-sm">
			<h3 className="font-semibold text-text">{texts.title}</h3>
			<SummaryRows rows={rows} total={texts.total} />
			<p className="flex gap-2 text-[0.8125rem] text-text-2">
				<ShieldCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-ok" />
				<span>
					{texts.checked} {creates === 'item' ? texts.tokenRent(facts.length) : null}
				</span>
			</p>
			<Addresses facts={facts} />
		</section>
	);
}

function collectionRows(
	{ name, symbol, depositLamports }: TransactionDetails,
	{ maxSize, royaltyBasisPoints }: NonNullable<TransactionDetails['group']>,
): readonly SummaryRow[] {
	return [
		[texts.name, name],
		[texts.symbol, symbol],
		[texts.size, formatNumber(maxSize)],
		[texts.royalty, texts.percent(royaltyBasisPoints)],
		[texts.editor, texts.yourWallet],
		[texts.deposit, formatAmount(depositLamports), texts.depositText],
	];
}

/** Everything in full, behind a press. */
function Addresses({ facts }: Pick<TransactionReview, 'facts'>) {
	const [{ wallet, recipient, group } = { wallet: '', recipient: null, group: null }] = facts;
	return (
		<Disclosure as="div">
			<DisclosureButton className="group flex items-center gap-1 text-[0.8125rem] font-semibold text-primary pointer-coarse:min-h-11">
				{texts.details}
				<ChevronDown aria-hidden className="size-4 group-data-open:rotate-180" />
			</DisclosureButton>
			<DisclosurePanel>
				<ul className="mt-1 grid max-h-40 gap-1 overflow-y-auto font-mono text-[0.8125rem] wrap-anywhere text-text-2">
					<li>{`${texts.payer}: ${wallet}`}</li>
					{recipient === null ? null : <li>{`${texts.price}: ${recipient}`}</li>}
					{facts.map(({ mint, name, uri }) => (
						<li key={mint}>{`${name}: ${mint}, ${uri}`}</li>
					))}
					{group === null ? null : <li>{`${texts.keeper}: ${group.authority}`}</li>}
				</ul>
			</DisclosurePanel>
		</Disclosure>
	);
}
