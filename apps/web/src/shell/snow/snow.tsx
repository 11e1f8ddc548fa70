import { useEffect, useState } from 'react';
import { useMediaQuery } from '../../lib/hooks/use-media-query.ts';
import { SnowCursor } from './snow-cursor.tsx';

const ambientFlakes = 25;

/** Spread by the golden angle, so that a handful of flakes never clumps and every start looks the same. */
const flakes = Array.from({ length: ambientFlakes }, (_, index) => ({
	leftPercent: (index * 61.8) % 100,
	sizePx: 2 + ((index * 7) % 5),
	durationS: 14 + ((index * 5) % 13),
	delayS: -((index * 3.7) % 27),
	driftVw: ((index * 13) % 9) - 4,
}));

function usePageHidden(): boolean {
	const [isHidden, setHidden] = useState(document.hidden);
	useEffect(() => {
		const update = () => setHidden(document.hidden);
		document.addEventListener('visibilitychange', update);
		return () => document.removeEventListener('visibilitychange', update);
	}, []);
	return isHidden;
}

/** Falling snow behind everything: rests while the page is hidden, absent for people who want less motion. */
export function Snow() {
	const isReduced = useMediaQuery('(prefers-reduced-motion: reduce)');
	const isHidden = usePageHidden();
	if (isReduced) return null;
	return (
		<>
			{isHidden ? null : <SnowCursor />}
			<div aria-hidden className="pointer-events-none fixed inset-0 -z-10 overflow-hidden">
				{flakes.map((flake) => (
					<span
						key={flake.leftPercent}
						data-flake
						className="absolute top-0 rounded-full bg-flake"
						style={{
							left: `${flake.leftPercent}%`,
							width: flake.sizePx,
							height: flake.sizePx,
							animation: `snow-fall ${flake.durationS}s linear ${flake.delayS}s infinite`,
							animationPlayState: isHidden ? 'paused' : 'running',
							['--drift' as string]: `${flake.driftVw}vw`,
						}}
					/>
				))}
			</div>
		</>
	);
}
