import type { Lch, Ramp } from '../engine/color.ts';
import type { Kit } from '../engine/part.ts';
import { points } from '../engine/points.ts';
import { hashText } from '../engine/random.ts';
import type { Rig } from '../engine/rig.ts';
import type { Studio } from '../engine/studio.ts';
import { drawFist, drawPalm, type Grip, gripOf } from './hand.ts';

interface Held {
	/** `fist` closes around the item, `palm` carries it. */
	readonly hold: 'fist' | 'palm';
	readonly draw: (g: Grip, m: ItemMaterials) => void;
}

interface ItemMaterials {
	readonly s: Studio;
	readonly wood: Ramp;
	readonly steel: Ramp;
	readonly gold: Ramp;
	readonly paper: Ramp;
	readonly glass: Ramp;
	readonly tint: Ramp;
	gem(tone: Lch): Ramp;
}

const lantern: Held = {
	hold: 'fist',
	draw: (g, m) => {
		g.glow(0, -1.9, 2, m.s.colors.tone([0.85, 0.13, 80]), 0.6);
		g.line(
			[
				[0, -0.4],
				[-0.05, -0.8],
			],
			m.gold.ink,
			0.16,
			0,
		);
		g.put(points('-0.5 -2.5 0.2, 0 -3.1 0.2, 0.5 -2.5 0.2'), m.gold);
		g.put(points('-0.45 -2.5 0.2, 0.45 -2.5 0.2, 0.58 -1.0 0.2, -0.58 -1.0 0.2'), m.gem([0.88, 0.13, 85]));
		g.put(points('-0.07 -1.2 0.2, -0.22 -1.6, 0 -2.15 0.1, 0.22 -1.6, 0.07 -1.2 0.2'), m.gem([0.74, 0.17, 50]), 0.6);
		g.put(points('-0.68 -1.05 0.2, 0.68 -1.05 0.2, 0.6 -0.7 0.2, -0.6 -0.7 0.2'), m.gold);
		for (const x of [-0.28, 0.28])
			g.line(
				[
					[x * 0.9, -2.5],
					[x * 1.15, -1.0],
				],
				m.gold.deep,
				0.09,
				0,
			);
	},
};
const staffItem: Held = {
	hold: 'fist',
	draw: (g, m) => {
		g.put(
			points(
				'-0.14 1.6 0, -0.18 -2.6 0.3, -0.5 -3.3, -0.2 -3.8, 0.3 -3.7, 0.36 -3.3 0.3, 0.05 -3.4, -0.1 -3.2, 0.16 -2.6, 0.16 1.6 0',
			),
			m.wood,
		);
		g.line(points('0 -2.4, 0.02 -1.2, 0 -0.5'), m.wood.deep, 0.07);
	},
};
const horn: Held = {
	hold: 'palm',
	draw: (g, m) => {
		g.put(
			points('-1.1 -0.1, -0.9 0.3, 0.1 0.15, 0.7 -0.6, 0.95 -1.35 0.2, 0.35 -1.5 0.2, 0.1 -0.75, -0.4 -0.3'),
			m.s.colors.ramp('bone', [0.8, 0.05, 80]),
		);
		g.put(points('0.3 -1.4 0.2, 0.98 -1.22 0.2, 1.04 -1.45 0.2, 0.34 -1.66 0.2'), m.gold);
		g.put(points('-1.2 -0.15 0.2, -0.95 -0.25 0.2, -0.8 0.25 0.2, -1.05 0.34 0.2'), m.gold);
	},
};
const dial = (g: Grip, m: ItemMaterials, metal: Ramp): void => {
	g.disc(0.05, -0.6, 0.9, 0.86, metal);
	g.disc(0.05, -0.6, 0.68, 0.64, m.paper, 0.7);
	g.put(points('0.05 -1.15 0, 0.2 -0.6 0, -0.1 -0.6 0'), m.gem([0.58, 0.19, 28]), 0.5);
	g.put(points('0.05 -0.05 0, 0.2 -0.6 0, -0.1 -0.6 0'), m.steel, 0.5);
	g.disc(0.05, -1.62, 0.2, 0.2, metal, 0.8);
};
const compass: Held = { hold: 'palm', draw: (g, m) => dial(g, m, m.s.colors.ramp('metal', [0.62, 0.09, 65])) };
const charm: Held = {
	hold: 'fist',
	draw: (g, m) => {
		g.line(
			[
				[0, -0.3],
				[0.06, -0.9],
			],
			m.tint.ink,
			0.12,
			0,
		);
		g.disc(0.05, -1.75, 0.85, 0.85, m.wood);
		g.disc(0.05, -1.75, 0.62, 0.62, m.paper, 0.7);
		for (const turn of [0, 1, 2, 3]) {
			const angle = (turn * Math.PI) / 4;
			g.line(
				[
					[0.05 - Math.cos(angle) * 0.6, -1.75 - Math.sin(angle) * 0.6],
					[0.05 + Math.cos(angle) * 0.6, -1.75 + Math.sin(angle) * 0.6],
				],
				m.tint.shade,
				0.07,
				0,
			);
		}
		g.disc(0.05, -1.75, 0.18, 0.18, m.tint, 0.7);
	},
};
const scroll = (sealed: boolean): Held => ({
	hold: 'fist',
	draw: (g, m) => {
		if (sealed) {
			g.put(points('-0.95 -2.0 0, 0.95 -2.25 0, 1.1 -0.85 0, -0.8 -0.55 0'), m.paper);
			g.line(points('-0.92 -1.95, 0.15 -1.25, 0.92 -2.2'), m.paper.ink, 0.08, 0);
			g.disc(0.12, -1.35, 0.27, 0.27, m.gem([0.52, 0.19, 25]), 0.7);
			return;
		}
		g.put(points('-1.0 -2.6 0.2, 0.9 -2.8 0.2, 1.05 -0.6 0.2, -0.85 -0.4 0.2'), m.paper);
		g.line(points('-0.6 -1.0, -0.2 -1.6, 0.3 -1.3, 0.7 -2.2'), m.gem([0.52, 0.19, 25]).base, 0.1, 0.2);
		g.line(points('-0.6 -2.1, -0.3 -2.3, 0.0 -2.0'), m.paper.deep, 0.09);
		g.put(points('-1.15 -2.75 0.5, 1.0 -3.0 0.5, 1.05 -2.65 0.5, -1.1 -2.4 0.5'), m.paper);
	},
});
const dice: Held = {
	hold: 'palm',
	draw: (g, m) => {
		const bone = m.s.colors.ramp('bone', [0.88, 0.04, 90]);
		for (const [x, y, pips] of [
			[-0.4, -0.2, 3],
			[0.48, -0.75, 2],
		] as const) {
			g.put(
				[
					[x - 0.42, y - 0.3, 0],
					[x + 0.1, y - 0.5, 0],
					[x + 0.52, y - 0.15, 0],
					[x + 0.42, y + 0.4, 0],
					[x - 0.1, y + 0.5, 0],
					[x - 0.5, y + 0.22, 0],
				],
				bone,
			);
			for (let i = 0; i < pips; i++)
				g.disc(x - 0.2 + i * 0.2, y - 0.08 + i * 0.15, 0.07, 0.07, m.s.colors.ramp('skin', [0.25, 0.02, 280]), 0.2);
		}
	},
};
const flask: Held = {
	hold: 'fist',
	draw: (g, m) => {
		g.put(
			points(
				'-0.2 -2.7 0.2, 0.2 -2.7 0.2, 0.2 -2.1 0.4, 0.75 -1.4, 0.7 -0.5, 0 -0.25, -0.7 -0.5, -0.75 -1.4, -0.2 -2.1 0.4',
			),
			m.s.colors.ramp('metal', [0.62, 0.11, 45]),
		);
		g.put(points('-0.24 -3.0 0.2, 0.24 -3.0 0.2, 0.2 -2.62 0.2, -0.2 -2.62 0.2'), m.wood);
		g.line(points('-0.5 -0.9, -0.5 -1.35, -0.2 -1.8'), m.paper.light, 0.12);
	},
};
const flute: Held = {
	hold: 'fist',
	draw: (g, m) => {
		g.put(points('-1.5 0.55 0.2, -1.6 0.3 0.2, 1.0 -2.9 0.2, 1.25 -2.7 0.2'), m.steel);
		for (const t of [0.62, 0.7, 0.78, 0.86])
			g.disc(-1.55 + 2.65 * t, 0.42 - 3.2 * t, 0.07, 0.07, m.s.colors.ramp('skin', [0.25, 0.02, 280]), 0.3);
	},
};
const bow: Held = {
	hold: 'fist',
	draw: (g, m) => {
		g.put(
			points(
				'0.8 -4.2 0.2, 0.0 -3.0, -0.35 -1.2, -0.2 0.6, 0.3 2.0 0.2, 0.1 0.6, -0.05 -1.2, 0.25 -2.9, 0.95 -4.1 0.2',
			),
			m.wood,
		);
		g.line(points('0.85 -4.1, 0.95 -1.5, 0.8 1.6'), m.paper.light, 0.05, 0);
		for (const y of [-2.8, -1.9])
			g.put(
				[
					[-0.2, y, 0],
					[-0.6, y - 0.3, 0],
					[-0.1, y - 0.3, 0],
				],
				m.s.colors.ramp('cloth', [0.55, 0.13, 140]),
				0.7,
			);
	},
};
const blade = (length: number, steel: (m: ItemMaterials) => Ramp, glow?: Lch): Held => ({
	hold: 'fist',
	draw: (g, m) => {
		const metal = steel(m);
		if (glow) g.glow(0, -length * 0.6, length * 0.6, m.s.colors.tone(glow), 0.45);
		g.put(
			[
				[-0.2, -0.9, 0],
				[-0.26, -length + 0.5, 0],
				[0, -length, 0],
				[0.26, -length + 0.5, 0],
				[0.2, -0.9, 0],
			],
			metal,
		);
		g.line(
			[
				[0, -1.0],
				[0, -length + 0.5],
			],
			metal.spec,
			0.09,
			0.6,
		);
		g.put(points('-0.8 -0.95 0.4, 0 -0.8, 0.8 -0.95 0.4, 0.75 -0.65 0.4, 0 -0.52, -0.75 -0.65 0.4'), m.gold);
		g.put(points('-0.14 0.5 0.2, 0.14 0.5 0.2, 0.14 0.95 0.2, -0.14 0.95 0.2'), m.wood);
		g.disc(0, 1.0, 0.22, 0.22, m.gold);
	},
});
const mask: Held = {
	hold: 'fist',
	draw: (g, m) => {
		const dark = m.s.colors.ramp('cloth', [0.3, 0.04, 275]);
		g.put(points('-0.06 -0.2 0, 0.1 -0.2 0, 0.2 -1.0 0, 0 -1.0 0'), m.wood);
		g.put(points('0.9 -2.3, 0.4 -2.75, -0.4 -2.5, -1.0 -1.9, -1.9 -1.0 0.1, -0.9 -1.2, -0.2 -0.9, 0.6 -1.2'), dark);
		g.disc(-0.15, -1.9, 0.26, 0.2, m.gem([0.82, 0.14, 80]), 0.7);
		g.line(points('-1.7 -1.1, -1.0 -1.5, -0.5 -1.5'), dark.light, 0.06);
	},
};
const satchel: Held = {
	hold: 'fist',
	draw: (g, m) => {
		const leather = m.s.colors.ramp('leather', [0.46, 0.07, 60]);
		for (const x of [-0.5, 0, 0.4])
			g.put(
				[
					[x, -1.7, 0.1],
					[x - 0.3, -2.3],
					[x + 0.05, -2.9, 0.1],
					[x + 0.25, -2.3],
				],
				m.s.colors.ramp('cloth', [0.6, 0.13, 140]),
				0.8,
			);
		g.put(points('-0.95 -1.8 0.3, 0.9 -1.9 0.3, 1.05 -0.6 0.5, 0 -0.3, -1.05 -0.55 0.5'), leather);
		g.put(points('-1.0 -1.85 0.2, 0.95 -1.95 0.2, 0.8 -1.2, 0 -0.95, -0.85 -1.15'), leather);
		g.disc(0, -1.0, 0.16, 0.16, m.gold, 0.7);
	},
};
const bell: Held = {
	hold: 'fist',
	draw: (g, m) => {
		g.disc(0, -0.65, 0.24, 0.24, m.gold);
		g.put(
			points('-0.25 -2.6, 0.25 -2.6, 0.5 -1.9, 0.62 -1.3, 0.95 -0.95 0.3, -0.95 -0.95 0.3, -0.62 -1.3, -0.5 -1.9'),
			m.gold,
		);
		g.disc(0, -2.8, 0.2, 0.24, m.gold);
		for (const x of [1.3, 1.65])
			g.line(
				[
					[x - 0.1, -2.2],
					[x + 0.12, -1.7],
					[x - 0.1, -1.2],
				],
				m.gold.light,
				0.09,
			);
	},
};
const shield: Held = {
	hold: 'fist',
	draw: (g, m) => {
		g.put(points('-0.2 -2.6 0.2, 1.2 -2.3 0.3, 1.3 -0.4, 0.1 1.5 0.2, -1.3 -0.3, -1.4 -2.2 0.3'), m.gold);
		g.put(
			points('-0.18 -2.25 0.2, 0.95 -2.0 0.3, 1.0 -0.45, 0.05 1.05 0.2, -1.02 -0.4, -1.12 -1.95 0.3'),
			m.s.colors.ramp('gem', [0.84, 0.04, 225]),
		);
		g.line(points('-0.7 -0.2, -0.4 -1.2, 0.2 -1.9'), m.paper.light, 0.3, 0.9);
		g.line(points('-0.1 0.3, 0.3 -0.5, 0.7 -1.4'), m.paper.light, 0.14, 0.9);
	},
};
const beetle: Held = {
	hold: 'palm',
	draw: (g, m) => {
		for (const [x, y] of [
			[-0.9, -0.1],
			[-0.95, -0.65],
			[0.95, -0.25],
			[0.95, -0.8],
		] as const)
			g.line(
				[
					[x * 0.4, y * 0.6 - 0.2],
					[x, y - 0.1],
					[x * 1.15, y + 0.25],
				],
				m.gold.ink,
				0.12,
				0.3,
			);
		g.disc(0.02, -1.25, 0.34, 0.3, m.steel);
		g.put(
			points('0 -1.15, 0.6 -0.9, 0.66 -0.2, 0 0.22, -0.62 -0.15, -0.58 -0.88'),
			m.s.colors.ramp('metal', [0.62, 0.1, 165]),
		);
		g.line(
			[
				[0, -1.1],
				[0.02, 0.15],
			],
			m.gold.ink,
			0.1,
			0,
		);
		g.disc(0, -0.5, 0.2, 0.2, m.gold, 0.7);
	},
};
const chain: Held = {
	hold: 'fist',
	draw: (g, m) => {
		const ice = m.s.colors.ramp('gem', [0.8, 0.07, 225]);
		g.glow(0.4, -1.4, 1.4, ice.light, 0.4);
		for (const [x, y] of [
			[-0.5, -0.6],
			[-0.75, -1.25],
			[-0.45, -1.9],
			[0.2, -2.25],
			[0.85, -1.95],
			[1.1, -1.3],
			[0.95, -0.6],
			[0.7, 0.05],
		] as const) {
			g.disc(x, y, 0.33, 0.42, ice);
			g.disc(x, y, 0.14, 0.2, m.s.colors.ramp('skin', [0.3, 0.05, 260]), 0.5);
		}
	},
};
const quill: Held = {
	hold: 'fist',
	draw: (g, m) => {
		const fire = m.gem([0.7, 0.18, 45]);
		g.glow(0.4, -2.2, 1.6, fire.light, 0.5);
		g.put(
			points(
				'-0.1 -0.4 0.1, -0.5 -1.6, -0.2 -2.9, 0.9 -4.1 0.1, 0.95 -2.9, 0.6 -2.6 0.1, 0.7 -2.1, 0.35 -1.6 0.1, 0.4 -1.2',
			),
			fire,
		);
		g.line(points('-0.15 0.9, 0 -0.8, 0.3 -2.4, 0.85 -3.9'), m.paper.light, 0.09, 0.5);
	},
};
const hourglass: Held = {
	hold: 'fist',
	draw: (g, m) => {
		g.put(points('-0.6 -2.9 0.3, 0.6 -2.9 0.3, 0.16 -1.75 0.5, 0.6 -0.6 0.3, -0.6 -0.6 0.3, -0.16 -1.75 0.5'), m.glass);
		g.put(
			points('-0.42 -2.4 0.3, 0.42 -2.4 0.3, 0.1 -1.8 0.3, -0.1 -1.8 0.3'),
			m.s.colors.ramp('cloth', [0.4, 0.02, 280]),
			0.4,
		);
		g.put(points('-0.5 -0.7 0.3, 0 -1.3 0.5, 0.5 -0.7 0.3'), m.s.colors.ramp('cloth', [0.4, 0.02, 280]), 0.4);
		for (const y of [-3.05, -0.5])
			g.put(
				[
					[-0.8, y - 0.14, 0.3],
					[0.8, y - 0.14, 0.3],
					[0.8, y + 0.14, 0.3],
					[-0.8, y + 0.14, 0.3],
				],
				m.gold,
			);
	},
};
const key: Held = {
	hold: 'fist',
	draw: (g, m) => {
		g.glow(0, -2.2, 1.5, m.gold.light, 0.4);
		g.put(points('-0.12 1.0 0, 0.12 1.0 0, 0.12 -1.6 0, -0.12 -1.6 0'), m.gold);
		g.put(points('-0.1 0.72 0, -0.55 0.72 0, -0.55 0.98 0, -0.1 0.98 0'), m.gold);
		for (const [x, y] of [
			[-0.42, -2.0],
			[0.42, -2.0],
			[0, -2.7],
		] as const) {
			g.disc(x, y, 0.42, 0.42, m.gold);
			g.disc(x, y, 0.17, 0.17, m.s.colors.ramp('skin', [0.3, 0.05, 280]), 0.6);
		}
	},
};
const crown: Held = {
	hold: 'palm',
	draw: (g, m) => {
		g.put(
			points(
				'-0.95 0.1 0.3, -1.15 -1.3 0.1, -0.55 -0.7, -0.3 -1.7 0.1, 0.05 -0.75, 0.5 -1.75 0.1, 0.65 -0.7, 1.2 -1.4 0.1, 1.0 0.05 0.3, 0 0.28',
			),
			m.wood,
		);
		for (const [x, y] of [
			[-1.1, -1.25],
			[0.5, -1.65],
			[1.15, -1.3],
		] as const)
			g.put(
				[
					[x, y, 0.1],
					[x - 0.2, y - 0.3],
					[x + 0.05, y - 0.65, 0.1],
					[x + 0.25, y - 0.3],
				],
				m.s.colors.ramp('cloth', [0.6, 0.14, 135]),
				0.8,
			);
		g.disc(0, -0.2, 0.18, 0.2, m.gem([0.6, 0.16, 30]), 0.7);
	},
};
const book: Held = {
	hold: 'palm',
	draw: (g, m) => {
		g.put(points('-0.95 -1.9 0.1, 0.75 -2.1 0.1, 0.95 0.1 0.1, -0.8 0.3 0.1'), m.tint);
		g.put(points('-0.6 -1.6 0.1, 0.5 -1.74 0.1, 0.62 -0.2 0.1, -0.5 -0.06 0.1'), m.gold, 0.6);
		g.put(points('-0.5 -1.48 0.1, 0.4 -1.6 0.1, 0.5 -0.32 0.1, -0.4 -0.18 0.1'), m.tint, 0.6);
		g.disc(0, -0.9, 0.26, 0.26, m.gold, 0.6);
	},
};
const orb: Held = {
	hold: 'palm',
	draw: (g, m) => {
		g.glow(0.05, -0.9, 1.9, m.tint.light, 0.55);
		g.disc(0.05, -0.85, 0.85, 0.85, m.glass);
		g.line(points('-0.5 -0.7, -0.4 -1.2, 0.0 -1.5'), m.paper.light, 0.14);
	},
};

/** What every item of the catalogue looks like in the hand. */
export const heldItems: Readonly<Record<string, Held>> = {
	'travellers-lantern': lantern,
	'oaken-staff': staffItem,
	'hunting-horn': horn,
	'bronze-compass': compass,
	'woven-charm': charm,
	'weathered-map': scroll(false),
	'bone-dice': dice,
	'copper-flask': flask,
	'silver-flute': flute,
	'sealed-letter': scroll(true),
	'thornwood-bow': bow,
	'glass-dagger': blade(2.7, (m) => m.glass),
	'raven-mask': mask,
	'herbalists-satchel': satchel,
	'whispering-bell': bell,
	'mirror-shield': shield,
	'clockwork-beetle': beetle,
	'frostbound-chain': chain,
	'singing-blade': blade(4.4, (m) => m.steel, [0.75, 0.12, 220]),
	'phoenix-quill': quill,
	'lantern-of-echoes': lantern,
	'hourglass-of-ash': hourglass,
	'key-without-a-door': key,
	'crown-of-roots': crown,
};

const byKeyword: readonly (readonly [RegExp, Held])[] = [
	[/sword|blade|sabre/, blade(4.4, (m) => m.steel)],
	[/dagger|knife/, blade(2.7, (m) => m.steel)],
	[/staff|wand|rod/, staffItem],
	[/bow/, bow],
	[/shield/, shield],
	[/book|tome|grimoire/, book],
	[/flask|potion|vial/, flask],
	[/lantern|lamp/, lantern],
	[/map|scroll|letter/, scroll(false)],
	[/key/, key],
	[/mask/, mask],
];

/** Draws the figure's item in the near hand; `none` leaves the hand out of the picture. */
export function drawItem(s: Studio, rig: Rig, kit: Kit): void {
	const name = s.figure.items.toLowerCase();
	if (name === 'none' || name === '') return;
	const hash = hashText(name);
	const held = heldItems[name] ?? byKeyword.find(([word]) => word.test(name))?.[1] ?? [book, orb, charm][hash % 3]!;
	const gem = (tone: Lch) => s.colors.ramp('gem', tone);
	const materials: ItemMaterials = {
		s,
		gem,
		wood: s.colors.ramp('leather', [0.48, 0.07, 60]),
		steel: s.colors.ramp('metal', [0.76, 0.02, 250]),
		gold: s.colors.ramp('metal', [0.8, 0.12, 88]),
		paper: s.colors.ramp('cloth', [0.88, 0.05, 88]),
		glass: gem([0.78, 0.07, 200]),
		tint: gem([0.6, 0.15, hash % 360]),
	};
	const grip = gripOf(s);
	if (held.hold === 'palm') {
		drawPalm(s, rig, kit);
		held.draw(grip, materials);
	} else {
		held.draw(grip, materials);
		drawFist(s, rig, kit);
	}
}
