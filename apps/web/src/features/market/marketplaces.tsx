import { ExternalLink } from '@adx/ui/navigation/external-link';
import {
	type MarketplaceNetwork,
	marketplaces,
	marketplacesReadIn,
	toMarketplaceNetwork,
} from '@adx/validators/sale/marketplaces';
import type { SaleNetwork } from '@adx/validators/sale/sales';
import { Disclosure, DisclosureButton, DisclosurePanel } from '@headlessui/react';
import { ChevronDown } from 'lucide-react';

const texts = {
	title: 'Which marketplaces list such tokens',
	read: `As public documentation said in ${marketplacesReadIn}. Marketplaces decide for themselves, and may have changed since.`,
	test: 'This is a test network.',
	lists: (lists: boolean | null) => (lists === null ? 'unverified' : lists ? 'lists them' : 'does not list them'),
	verified: 'Shown as verified:',
	source: 'Source',
} as const;

interface MarketplacesProps {
	readonly network: SaleNetwork;
	/** Of Solana; null while it is not known, which is taken for the main one. */
	readonly cluster: string | null;
}

/** Which outside marketplaces list what is sold on a network, and whether as verified, as far as is known. */
export function Marketplaces({ network, cluster }: MarketplacesProps) {
	const place: MarketplaceNetwork = toMarketplaceNetwork(network, cluster ?? 'mainnet-beta');
	return (
		<Disclosure as="div">
			<DisclosureButton className="group flex items-center gap-1 text-sm font-semibold text-primary pointer-coarse:min-h-11">
				{texts.title}
				<ChevronDown aria-hidden className="size-4 group-data-open:rotate-180" />
			</DisclosureButton>
			<DisclosurePanel className="mt-2 grid gap-3 text-sm text-text-2">
				<p>
					{place === 'test' ? `${texts.test} ` : null}
					{texts.read}
				</p>
				<dl className="grid gap-3">
					{marketplaces[place].map(({ name, lists, listing, verified, source }) => (
						<div key={name}>
							<dt className="flex flex-wrap gap-x-2 font-semibold text-text">
								{name}
								<span className="font-medium text-text-2">{texts.lists(lists)}</span>
							</dt>
							<dd className="wrap-anywhere">
								{listing} {texts.verified} {verified}{' '}
								{source === null ? null : (
									<ExternalLink href={source} hasIcon className="inline-flex">
										{texts.source}
									</ExternalLink>
								)}
							</dd>
						</div>
					))}
				</dl>
			</DisclosurePanel>
		</Disclosure>
	);
}
