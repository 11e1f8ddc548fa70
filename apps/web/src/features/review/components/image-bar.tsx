import { LightboxBar } from '../../../components/lightbox-bar.tsx';
import { imageTitle } from '../../../lib/job-image.ts';
import type { JobImage } from '../../../lib/trpc.ts';
import { countText } from '../../job/job-words.ts';
import type { LightboxKeys } from '../lightbox-keys.ts';
import { DecisionButtons, WorkButtons } from './image-buttons.tsx';

export interface ImageBarProps {
	readonly image: JobImage;
	readonly index: number;
	readonly count: number;
	readonly keys: LightboxKeys;
}

export function ImageBar({ image, index, count, keys }: ImageBarProps) {
	return (
		<LightboxBar
			title={
				<>
					<span className="font-semibold">{imageTitle(image)}</span>
					<span className="ml-3 whitespace-nowrap text-text-2">{`${countText(index + 1)} of ${countText(count)}`}</span>
				</>
			}
			keys={keys}
			oneRowFrom="xl"
		>
			<DecisionButtons image={image} keys={keys} />
			<WorkButtons image={image} keys={keys} />
		</LightboxBar>
	);
}
