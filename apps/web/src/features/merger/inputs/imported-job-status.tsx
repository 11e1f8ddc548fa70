import { Button } from '@adx/ui/controls/button';
import { ProgressBar } from '@adx/ui/feedback/progress-bar';
import { useFocusFallback } from '../../../lib/hooks/use-focus-fallback.ts';
import { mergerTexts } from '../merger-texts.ts';
import type { ImportedJob } from './use-imported-job.ts';

const texts = mergerTexts.imported;

/** How far a job's collection has come, or why it did not, with the ways on. */
export function ImportedJobStatus({ imported }: { readonly imported: ImportedJob }) {
	const { name, percent, problem, tryAgain, giveUp } = imported;
	// 'Try again' goes away as it is pressed.
	const place = useFocusFallback<HTMLDivElement>(problem);
	if (problem !== null) {
		return (
			<div ref={place} tabIndex={-1} role="alert" className="mt-4 grid gap-3 rounded-md border border-ember-text p-3">
				<p className="wrap-anywhere text-text">{texts.failed(problem)}</p>
				<div className="flex flex-wrap gap-2">
					<Button onClick={tryAgain}>{texts.again}</Button>
					<Button tone="ghost" onClick={giveUp}>
						{texts.leave}
					</Button>
				</div>
			</div>
		);
	}
	const state = name === null ? texts.asking : texts.fetching(name);
	return (
		<div ref={place} tabIndex={-1} className="mt-4 outline-none">
			<ProgressBar label={state} percent={percent} valueText={`${percent}%`} />
			<p className="figures mt-2 flex justify-between gap-3 text-sm text-text-2">
				<span role="status" className="min-w-0 font-semibold wrap-anywhere text-text">
					{state}
				</span>
				<span>{percent}%</span>
			</p>
		</div>
	);
}
