/** Drawing order of a figure, back to front. */
export const layers = {
	back: 5,
	hairBack: 6,
	earFar: 7,
	shoulderFar: 8,
	torso: 9,
	garment: 10,
	neck: 11,
	neckFur: 12,
	collar: 13,
	shoulderNear: 14,
	head: 15,
	markings: 16,
	earNear: 17,
	muzzle: 18,
	mouth: 19,
	eyes: 20,
	brows: 21,
	skinAffliction: 22,
	beard: 23,
	/** Over a mouth in a beard and the fangs in it. */
	moustache: 23.5,
	faceCover: 24,
	hairFront: 25,
	ears: 26,
	headgear: 27,
	emblem: 28,
	hand: 29,
	aura: 30,
} as const;

export type Layer = keyof typeof layers;

/** Whether what is drawn in a layer grows around the mouth: beard, moustache, tusks. */
export const growsOnJaw = (layer: number): boolean => layer === layers.beard || layer === layers.moustache;

/** Layers of what lies on the front of the head and moves with the face. */
export const faceLayers: ReadonlySet<Layer> = new Set([
	'markings',
	'muzzle',
	'mouth',
	'eyes',
	'brows',
	'skinAffliction',
	'beard',
	'moustache',
	'faceCover',
]);
