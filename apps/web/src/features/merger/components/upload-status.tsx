import { Button } from '@adx/ui/button';
import { ProgressBar } from '@adx/ui/progress-bar';
import { durationText, secondsLeft, sizeText, unreadCount, uploadPercent } from '../logic.ts';
import { mergerClient } from '../merger-client.ts';
import type { CollectionView, UploadView } from '../messages.ts';
import { mergerTexts } from '../texts.ts';

const { upload: texts, input, row } = mergerTexts;

export interface UploadStatusProps {
	readonly collections: readonly CollectionView[];
	readonly upload: UploadView;
	readonly isReading: boolean;
}

const phaseTexts: Readonly<Record<UploadView['phase'], string>> = {
	idle: texts.done,
	checking: texts.checking,
	sending: texts.sending,
	waiting: texts.waiting,
	paused: texts.paused,
};

/** How far reading and sending are, and what holds them up; absent when there is nothing to send. */
export function UploadStatus({ collections, upload, isReading }: UploadStatusProps) {
	const { phase, message, totalCount, arrivedCount, alreadyHereCount, bytesPerSecond } = upload;
	if (totalCount === 0 && !isReading) return null;
	const left = secondsLeft(upload);
	const reading = collections.filter((collection) => collection.phase === 'reading');
	const readCount = reading.reduce((sum, collection) => sum + collection.readCount, 0);
	const fileCount = reading.reduce((sum, collection) => sum + collection.fileCount, 0);
	const isAtWork = isReading || phase !== 'idle';
	const state = phase === 'idle' && isReading ? input.reading : phaseTexts[phase];
	const facts = [
		...(fileCount > 0 ? [row.reading(readCount, fileCount)] : []),
		...(alreadyHereCount > 0 ? [texts.here(alreadyHereCount)] : []),
		...(bytesPerSecond !== null && phase === 'sending' ? [texts.rate(sizeText(bytesPerSecond))] : []),
		...(left !== null && phase === 'sending' ? [texts.left(durationText(left))] : []),
	];
	return (
		<div className="mt-4">
			{isAtWork ? (
				<ProgressBar
					label={texts.label}
					percent={uploadPercent(upload, unreadCount(collections))}
					valueText={texts.count(arrivedCount, totalCount)}
				/>
			) : null}
			<div className="figures mt-2 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 text-sm text-text-2">
				<p>
					<span role="status" className="font-semibold text-text">
						{state}
					</span>
					{totalCount === 0 ? null : <span className="ml-2">{texts.count(arrivedCount, totalCount)}</span>}
				</p>
				<p>{facts.join(' · ')}</p>
			</div>
			{message === null ? null : (
				<div role="alert" className="mt-2 flex flex-wrap items-center gap-3 text-sm">
					<p className="grow text-warn">{message}</p>
					<Button size="small" onClick={() => mergerClient.resume()}>
						{texts.resume}
					</Button>
				</div>
			)}
		</div>
	);
}
