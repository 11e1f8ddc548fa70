import { Button } from '@adx/ui/controls/button';
import { ProgressBar } from '@adx/ui/feedback/progress-bar';
import { useFocusFallback } from '@adx/ui/focus/use-focus-fallback';
import { mergerTexts } from '../merger-texts.ts';
import { importQueue, type ShownImport } from './import-queue.ts';

const texts = mergerTexts.imported;

export interface ImportStatusProps {
	readonly imports: readonly ShownImport[];
	/** One is not wanted any more, and what was pressed goes away. */
	readonly onGiveUp: () => void;
}

/** How far collections are that come from the server, or why one did not, with the ways on. */
export function ImportStatus({ imports, onGiveUp }: ImportStatusProps) {
	if (imports.length === 0) return null;
	const current = imports.find(({ problem }) => problem === null);
	return (
		<ul aria-label={texts.list} className="mt-4 grid gap-3">
			{imports.map((one) => (
				<li key={one.key}>
					<Import
						shown={one}
						isCurrent={one === current}
						onGiveUp={() => {
							importQueue.giveUp(one.key);
							onGiveUp();
						}}
					/>
				</li>
			))}
		</ul>
	);
}

interface ImportProps {
	readonly shown: ShownImport;
	/** The others wait for it. */
	readonly isCurrent: boolean;
	readonly onGiveUp: () => void;
}

function Import({ shown, isCurrent, onGiveUp }: ImportProps) {
	const { key, name, percent, problem } = shown;
	const canCancel = percent < 100;
	// 'Try again' goes away as it is pressed, and 'Cancel' once everything is fetched.
	const place = useFocusFallback<HTMLDivElement>(`${canCancel} ${problem}`);
	if (problem !== null) {
		return (
			<div ref={place} tabIndex={-1} role="alert" className="grid gap-3 rounded-md border border-ember-text p-3">
				<p className="wrap-anywhere text-text">{texts.failed(name, problem)}</p>
				<div className="flex flex-wrap gap-2">
					<Button onClick={() => importQueue.retry(key)}>{texts.again}</Button>
					<Button tone="ghost" onClick={onGiveUp}>
						{texts.leave}
					</Button>
				</div>
			</div>
		);
	}
	const state = toState(shown, isCurrent);
	return (
		<div ref={place} tabIndex={-1} className="outline-none">
			<ProgressBar label={state} percent={percent} valueText={`${percent}%`} />
			<div className="figures mt-2 flex items-center justify-between gap-3 text-sm text-text-2">
				<span role="status" className="min-w-0 font-semibold wrap-anywhere text-text">
					{state}
				</span>
				<span className="flex items-center gap-3">
					{percent}%
					{canCancel ? (
						<Button size="small" aria-label={texts.stopNamed(name ?? '')} onClick={onGiveUp}>
							{texts.stop}
						</Button>
					) : null}
				</span>
			</div>
		</div>
	);
}

function toState({ name, percent }: ShownImport, isCurrent: boolean): string {
	if (name === null) return texts.asking;
	if (!isCurrent) return texts.waiting(name);
	return percent === 100 ? texts.reading(name) : texts.fetching(name);
}
