import { Button } from '@adx/ui/button';
import { CopyField } from '@adx/ui/copy-field';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { RotateCcw, TriangleAlert } from 'lucide-react';
import { requestIdOf } from '../lib/error-sentences.ts';
import { usePageReload } from '../lib/page-reload.ts';
import { shellTexts } from '../lib/shell-texts.ts';
import { MessagePage } from './message-page.tsx';

const texts = shellTexts.failed;

/** Stands where a page failed, under the bar that leads to the others. */
export function PageFailed({ error }: ErrorComponentProps) {
	const reload = usePageReload();
	const requestId = requestIdOf(error);
	return (
		<MessagePage
			title={texts.title}
			icon={<TriangleAlert aria-hidden className="size-7" />}
			homeLabel={shellTexts.home}
			more={
				<>
					<Button size="large" onClick={reload} icon={<RotateCcw aria-hidden className="size-4" />}>
						{texts.reload}
					</Button>
					{requestId === null ? null : (
						<div className="w-full text-left">
							<CopyField label={shellTexts.requestId} value={requestId} />
						</div>
					)}
				</>
			}
		>
			{texts.text(error instanceof Error ? error.message : String(error))}
		</MessagePage>
	);
}
