import clsx from 'clsx';
import { useState } from 'react';

export interface ProgressiveImageProps {
	readonly previewUrl: string;
	readonly url: string;
	readonly alt: string;
	readonly onError?: () => void;
	readonly className?: string | false;
}

/** Shows the preview at once and the original over it as soon as it has arrived; give it the picture's id as key. */
export function ProgressiveImage({ previewUrl, url, alt, onError, className }: ProgressiveImageProps) {
	const [isReady, setReady] = useState(false);
	const layerClass = clsx('absolute inset-0 size-full object-contain', className);
	return (
		<>
			<img src={previewUrl} alt={isReady ? '' : alt} onError={onError} className={layerClass} />
			<img
				src={url}
				alt={isReady ? alt : ''}
				onLoad={() => setReady(true)}
				onError={onError}
				className={isReady ? layerClass : 'hidden'}
			/>
		</>
	);
}
