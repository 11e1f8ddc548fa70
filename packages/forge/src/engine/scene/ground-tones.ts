import type { Grade, SceneView } from './scene-view.ts';

export type GroundName =
	| 'scene'
	| 'plain'
	| 'etched'
	| 'halves'
	| 'neon'
	| 'sunburst'
	| 'aged'
	| 'map'
	| 'gilded'
	| 'godrays'
	| 'mono'
	| 'burst'
	| 'ornate'
	| 'sparkle'
	| 'wash'
	| 'petals'
	| 'deco'
	| 'blank'
	| 'drafting'
	| 'dark'
	| 'pixel'
	| 'airy'
	| 'calm'
	| 'poster'
	| 'misty'
	| 'golden'
	| 'shards'
	| 'white'
	| 'candy'
	| 'solid';

/** `full` to the edges, a comic's `panel`, an `aged` print's margin or a `mat` as around a framed picture. */
export type PageName = 'full' | 'panel' | 'aged' | 'mat';

/** What a style does to the tones and lights of every scene. */
export interface GroundTones {
	/** A scene's tone in this ground, in place of the style's palette. */
	readonly grade?: Grade;
	/** Nothing but even fills: no glows, mist, halo or darkened edge. */
	readonly isFlat?: boolean;
	/** What stands behind the head in place of what the view chose. */
	readonly motif?: SceneView['motif'] | 'none';
}
