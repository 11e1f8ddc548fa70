import { Button } from '@adx/ui/controls/button';
import { ProgressBar } from '@adx/ui/feedback/progress-bar';
import { showToast } from '@adx/ui/feedback/toast-store';
import { measureBottomInset } from '@adx/ui/layout/bottom-inset';
import { safeFileName } from '@adx/validators/file-name';
import { Download, X } from 'lucide-react';
import { useSaveZip } from '../../../lib/files/use-save-zip.ts';
import { selectionMax, zipImages } from '../../../lib/files/zip-images.ts';
import { galleryTexts } from '../gallery-texts.ts';
import type { TokenSelection } from './token-selection.ts';

const texts = galleryTexts.selection;

export interface SelectionBarProps {
	readonly collectionName: string;
	readonly selection: TokenSelection;
}

/** What is chosen, and what can be done with it; stands at the foot of the window while anything is. */
export function TokenSelectionBar({ collectionName, selection }: SelectionBarProps) {
	const { progress, problem, cancel, save } = useSaveZip();
	const { tokens } = selection;
	const count = tokens.length;
	function saveTokens() {
		const fileName = `${safeFileName(collectionName)}-selection.zip`;
		void save({
			count,
			createZip: (work) => zipImages({ fileName, pictures: tokens, ...work }),
			onSaved: () => showToast({ title: texts.done, description: texts.count(count), tone: 'success' }),
		});
	}
	return (
		<section
			aria-label={texts.label}
			ref={measureBottomInset}
			hidden={count === 0 && progress === null}
			className="pointer-events-none fixed inset-x-0 bottom-3 z-20 flex justify-center px-3"
		>
			<div className="pointer-events-auto grid max-w-full gap-2 rounded-lg border border-line bg-surface-2 p-3 shadow-pop">
				<div className="flex flex-wrap items-center gap-2">
					<p role="status" className="figures mr-2 font-semibold">
						{progress !== null ? texts.saving(progress.fetched, progress.count) : count === 0 ? '' : texts.count(count)}
					</p>
					{progress === null ? (
						<>
							<Button tone="primary" onClick={saveTokens} icon={<Download aria-hidden className="size-4" />}>
								{texts.save}
							</Button>
							<Button onClick={selection.clear} icon={<X aria-hidden className="size-4" />}>
								{texts.clear}
							</Button>
						</>
					) : (
						<Button onClick={cancel}>{texts.cancel}</Button>
					)}
				</div>
				{progress === null ? null : (
					<ProgressBar thin label={texts.save} percent={(progress.fetched / Math.max(1, progress.count)) * 100} />
				)}
				{selection.isFull ? (
					<p role="status" className="text-sm text-text-2">
						{texts.limit(selectionMax)}
					</p>
				) : null}
				{problem === null ? null : (
					<p role="alert" className="max-w-md text-sm font-medium text-ember-text">
						{problem}
					</p>
				)}
			</div>
		</section>
	);
}
