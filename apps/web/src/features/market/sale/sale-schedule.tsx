import { Badge } from '@adx/ui/feedback/badge';
import type { SalePhaseOutput } from '@adx/validators/sale/phases';
import type { Sale } from '@adx/validators/sale/sales';
import clsx from 'clsx';
import { useEffect, useRef } from 'react';
import { trpc } from '../../../lib/api/trpc.ts';
import { formatDateAndTime } from '../../../lib/format/format-date.ts';
import { formatPrice } from '../../wallets/format-amount.ts';
import { saleTexts } from './sale-texts.ts';
import { useServerTime } from './use-server-time.ts';

const texts = saleTexts.phases;

/**
 * When a sale starts and ends, its phases, which of them runs, and how long until that changes; nothing for one without any
 * of these.
 */
export function SaleSchedule({ sale }: { readonly sale: Sale }) {
	const { saleId, phases, phaseId, now, state, startsAt, endsAt } = sale;
	const serverTime = useServerTime(now);
	const change = findChange(sale, serverTime);
	useRefetchAt(saleId, change?.atMs ?? null, serverTime);
	const hasTimes = startsAt !== null || endsAt !== null;
	if (phases.length === 0 && !hasTimes) return null;
	const isOpen = state === 'selling' || state === 'upcoming';
	const label = phases.length === 0 ? texts.times : texts.label;
	return (
		<section aria-label={label} className="grid gap-2">
			<h3 className="font-semibold text-text">{label}</h3>
			{isOpen && change !== null && serverTime !== null ? (
				<p className="figures text-sm font-medium text-text">
					{describeChange(change, formatCountdown(change.atMs - serverTime))}
				</p>
			) : null}
			{hasTimes ? <p className="figures text-sm text-text-2">{texts.sale(describeTime(startsAt, endsAt))}</p> : null}
			{phases.length === 0 ? null : (
				<ol className="grid gap-2">
					{phases.map((phase) => (
						<Phase key={phase.id} phase={phase} sale={sale} isRunning={isOpen && phase.id === phaseId} />
					))}
				</ol>
			)}
		</section>
	);
}

interface PhaseProps {
	readonly phase: SalePhaseOutput;
	readonly sale: Pick<Sale, 'coin' | 'supply'>;
	readonly isRunning: boolean;
}

function Phase({ phase, sale: { coin, supply }, isRunning }: PhaseProps) {
	const { name, priceLamports, startsAt, endsAt, walletLimit, totalLimit, allowlistCount } = phase;
	const facts = [
		describeTime(startsAt, endsAt),
		walletLimit === null ? null : texts.walletLimit(walletLimit),
		// Older data may promise more items than the sale has.
		totalLimit === null ? null : texts.totalLimit(Math.min(totalLimit, supply)),
		allowlistCount === null ? null : texts.allowlist(allowlistCount),
	].filter((fact) => fact !== null);
	return (
		<li className={clsx('rounded-sm border bg-surface-2 px-3 py-2', isRunning ? 'border-primary' : 'border-border')}>
			<p className="flex flex-wrap items-baseline justify-between gap-x-3">
				<span className="min-w-0 font-semibold wrap-anywhere text-text">{name}</span>
				{isRunning ? <Badge tone="active">{texts.running}</Badge> : null}
				<span className="figures ml-auto font-semibold text-text">{formatPrice(priceLamports, coin)}</span>
			</p>
			<p className="figures text-sm text-text-2">{facts.join(' · ')}</p>
		</li>
	);
}

function describeTime(startsAt: string | null, endsAt: string | null): string {
	const [start, end] = [startsAt, endsAt].map((at) => (at === null ? null : formatDateAndTime(new Date(at))));
	if (start != null && end != null) return texts.fromTo(start, end);
	if (start != null) return texts.from(start);
	return end == null ? texts.always : texts.until(end);
}

/** A start or an end, of a phase or of the sale as a whole. */
interface ScheduleChange {
	readonly kind: 'starts' | 'ends';
	/** Null for the sale. */
	readonly phaseName: string | null;
	readonly atMs: number;
}

const describeChange = ({ kind, phaseName }: ScheduleChange, countdown: string): string =>
	phaseName === null ? texts.saleChange[kind](countdown) : texts.change[kind](phaseName, countdown);

/** The next start or end. */
function findChange(sale: Sale, serverTime: number | null): ScheduleChange | null {
	if (serverTime === null) return null;
	// Of what is at the same moment, the sale goes first: before its start, and after its end, no phase runs.
	const spans = [
		{ phaseName: null, times: sale },
		...sale.phases.map((phase) => ({ phaseName: phase.name, times: phase })),
	];
	const changes = spans.flatMap(({ phaseName, times }) =>
		(['starts', 'ends'] as const).flatMap((kind): ScheduleChange[] => {
			const at = times[`${kind}At`];
			return at === null ? [] : [{ kind, phaseName, atMs: Date.parse(at) }];
		}),
	);
	return changes.filter(({ atMs }) => atMs > serverTime).sort((a, b) => a.atMs - b.atMs)[0] ?? null;
}

/** Asks for the sale again once the phase has changed. */
function useRefetchAt(saleId: string, atMs: number | null, serverTime: number | null): void {
	const utils = trpc.useUtils();
	const awaited = useRef<number | null>(null);
	useEffect(() => {
		if (awaited.current !== null && serverTime !== null && serverTime >= awaited.current) {
			void utils.mint.sales.get.invalidate({ saleId });
		}
		awaited.current = atMs;
	}, [atMs, serverTime, saleId, utils]);
}

const two = (value: number) => String(value).padStart(2, '0');

/** '2 d 03:04:05', or without days below one. */
export function formatCountdown(ms: number): string {
	const seconds = Math.max(0, Math.ceil(ms / 1_000));
	const [days, rest] = [Math.floor(seconds / 86_400), seconds % 86_400];
	const clock = [Math.floor(rest / 3_600), Math.floor(rest / 60) % 60, rest % 60].map(two).join(':');
	return days === 0 ? clock : `${days} d ${clock}`;
}
