import type { ArmPose } from './poses.ts';

/** The far arm at what a class carries beside its far shoulder, written as if it were the near one of a mirrored figure. */
export interface CarryingArm {
	readonly arm: ArmPose;
	/** Without the hand the thing would hang in the air, where other things are slung across the back. */
	readonly isNeeded?: boolean;
}

const onPole = (x: number, y: number, turn: number): CarryingArm => ({
	arm: { hand: [1.01 - x, y], elbow: [0.995, y + 0.32], turn, shape: 'fist' },
});

const under = (x: number, y: number, shape: 'palm' | 'clutch'): CarryingArm => ({
	arm: { hand: [1.01 - x, y], elbow: [0.985, y + 0.38], turn: 0, shape },
	isNeeded: true,
});

/** Classes that are not named have what they carry on their backs. */
export const carryingArms: Readonly<Record<string, CarryingArm>> = {
	wizard: onPole(0.158, 0.765, 8),
	monk: onPole(0.156, 0.765, 8),
	cleric: onPole(0.156, 0.765, 8),
	druid: onPole(0.15, 0.745, 5),
	barbarian: onPole(0.243, 0.75, 8),
	'battle-master': onPole(0.188, 0.765, 5),
	'witch-doctor': onPole(0.19, 0.76, 8),
	artificer: onPole(0.246, 0.745, 9),
	'blood-hunter': { ...onPole(0.228, 0.765, 4), isNeeded: true },
	'shadow-dancer': { ...onPole(0.2, 0.785, 6), isNeeded: true },
	warlock: under(0.2, 0.488, 'clutch'),
	sorcerer: under(0.16, 0.635, 'palm'),
	'void-walker': under(0.175, 0.61, 'palm'),
	'chrono-mage': under(0.175, 0.575, 'palm'),
	mystic: under(0.15, 0.665, 'palm'),
};
