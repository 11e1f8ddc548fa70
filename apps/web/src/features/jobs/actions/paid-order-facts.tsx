import { engines } from '@adx/validators/engines/engines';
import { formatNumber } from '@adx/validators/format-number';
import type { ReactNode } from 'react';
import { useAccess } from '../../access/gate/access-provider.tsx';
import { formatCost, formatImageCount } from '../job-labels.ts';
import { type DailyLimit, formatDailyLeft, useDailyLimit } from './daily-limit.ts';
import { estimateCostUsd, findService, type PaidOrder } from './order-price.ts';

const keyEndLength = 4;
/** The end of a shorter key would give too much away. */
const keyMinLength = 12;

export interface PaidOrderFactsProps extends PaidOrder {
	/** The key that pays, of which the end is shown; null where the job has one that the page does not know. */
	readonly apiKey: string | null;
	/** Whether the server counted these images when they were first ordered. */
	readonly isCounted?: boolean;
}

/** What a paid order comes to, before it is sent. */
export function PaidOrderFacts({ apiKey, isCounted = false, ...order }: PaidOrderFactsProps) {
	const { engine, images, model, inputImages = 0 } = order;
	const { config } = useAccess();
	const daily = useDailyLimit();
	const service = findService(config, engine);
	const described = engines[engine].service;
	if (config === null || service === null || described === null) return null;
	const { pricedAt, triesPerImage } = service;
	const usd = estimateCostUsd(service, model, images, inputImages);
	return (
		<dl className="figures grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 rounded-sm border border-border bg-surface-2 px-3 py-2 text-sm">
			<Fact name="Order">{formatImageCount(images)}</Fact>
			<Fact name="Model">{model}</Fact>
			{inputImages === 0 ? null : (
				<Fact name="Sent with each call">{`${formatImageCount(inputImages)}, which ${described.provider} bills as well`}</Fact>
			)}
			<Fact name="Price">
				{usd === null
					? `not known here: see ${described.priceList}`
					: `about ${formatCost(usd)}, by prices of ${pricedAt}`}
			</Fact>
			<Fact name="Calls">
				{`${formatNumber(images)}, and up to ${triesPerImage - 1} more for each image whose answers break off or hold no picture that can be used`}
			</Fact>
			<Fact name="Key">{describeKey(apiKey)}</Fact>
			<Fact name="Daily limit">
				{describeDailyLimit(config.dailyGenerationLimit, described.provider, daily, isCounted)}
			</Fact>
		</dl>
	);
}

function describeDailyLimit(
	limit: number | null,
	provider: string,
	daily: DailyLimit | null,
	isCounted: boolean,
): string {
	if (limit === null) return `none on this server; your key’s own at ${provider}`;
	const left = daily === null ? formatImageCount(limit) : formatDailyLeft(daily);
	if (daily?.isShared && !isCounted) return `on this server ${left}; and your key’s own at ${provider}`;
	return `${isCounted ? 'these are counted already' : left} on this server, and your key’s own at ${provider}`;
}

function describeKey(apiKey: string | null): string {
	if (apiKey === null) return 'the one this job has';
	const key = apiKey.trim();
	return key.length < keyMinLength ? 'none yet' : `ends in ${key.slice(-keyEndLength)}`;
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
	return (
		<>
			<dt className="text-text-2">{name}</dt>
			<dd className="min-w-0 wrap-anywhere">{children}</dd>
		</>
	);
}
