import { readZip } from '../../lib/read-zip.ts';
import { AttributesDesk } from './attributes-desk.ts';
import { drawSmall } from './draw-small.ts';
import { openFolderStore } from './folder-store.ts';
import type { AttributesAnswer, AttributesQuestion } from './messages.ts';
import { sendList } from './send-list.ts';

/** A picture changes hands instead of being copied. */
function tell(answer: AttributesAnswer): void {
	const isDrawn = answer.kind === 'picture' && answer.bitmap !== null;
	self.postMessage(answer, { transfer: isDrawn && answer.bitmap !== null ? [answer.bitmap] : [] });
}

const desk = new AttributesDesk({ store: openFolderStore(), sendList, readZip, drawSmall, tell });

self.addEventListener('message', ({ data }: MessageEvent<AttributesQuestion>) => desk.ask(data));
