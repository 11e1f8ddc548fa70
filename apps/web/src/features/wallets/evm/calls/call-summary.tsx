import { Disclosure, DisclosureButton, DisclosurePanel } from '@headlessui/react';
import { ChevronDown, ShieldCheck } from 'lucide-react';
import { type SummaryRow, SummaryRows } from '../../summary-rows.tsx';
import { callTexts as texts } from './call-texts.ts';

export interface CallSummaryProps {
	/** What the call does, in words, read from its data. */
	readonly rows: readonly SummaryRow[];
	/** What was compared, in a sentence. */
	readonly checked: string;
	/** The lines with addresses written out. */
	readonly details: readonly string[];
}

/** What a wallet is about to be asked to send on an EVM chain, in words. */
export function CallSummary({ rows, checked, details }: CallSummaryProps) {
	return (
		<section aria-label={texts.title} className="grid gap-3 rounded-md border border-line bg-surface-2 p-3 text-sm">
			<h3 className="font-semibold text-text">{texts.title}</h3>
			<SummaryRows rows={rows} total={texts.total} />
			<p className="flex gap-2 text-[0.8125rem] text-text-2">
				<ShieldCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-ok" />
				<span>{checked}</span>
			</p>
			<Disclosure as="div">
				<DisclosureButton className="group flex items-center gap-1 text-[0.8125rem] font-semibold text-primary pointer-coarse:min-h-11">
					{texts.details}
					<ChevronDown aria-hidden className="size-4 group-data-open:rotate-180" />
				</DisclosureButton>
				<DisclosurePanel>
					<ul className="mt-1 grid max-h-40 gap-1 overflow-y-auto font-mono text-[0.8125rem] wrap-anywhere text-text-2">
						{details.map((line) => (
							<li key={line}>{line}</li>
						))}
					</ul>
				</DisclosurePanel>
			</Disclosure>
		</section>
	);
}
