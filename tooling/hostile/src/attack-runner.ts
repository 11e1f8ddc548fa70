import { AttackedServer, type DatabaseKind, residentMaxMb } from './attacked-server.ts';
import { type Caller, type Callers, signInAll } from './callers.ts';
import { liveMb, residentMb, settledMb } from './memory.ts';
import { describeSlowness, Probe } from './probe.ts';
import { findLogProblems, findProblems } from './response-checks.ts';
import { type HostileCall, type HostileResponse, Sender } from './sender.ts';

/** The most processor time, on the reference processor, for which `/healthz` may be kept waiting. */
const busyMaxMs = 200;
/** Nobody waits longer for it, whatever the server does. */
const silenceMaxMs = 2_000;
const memoryGrowthMaxMb = 50;
const settleMaxMs = 15_000;
/** The most findings listed for one attack. */
const listedMax = 20;

/** What an attack has at hand. */
export interface Target {
	readonly origin: string;
	readonly callers: Callers;
	/** Same seed, same attack. */
	readonly seed: number;
	send(caller: Caller, call: HostileCall): Promise<HostileResponse | null>;
	/** Adds a finding of the attack's own. */
	report(finding: string): void;
}

export interface Attack {
	readonly name: string;
	readonly run: (target: Target) => Promise<void>;
}

/**
 * The product under attack, and what it is held to: it never exits, answers nothing with 5xx, stays alive to others,
 * gives its memory back, and writes neither stack traces nor secrets.
 */
export class AttackRunner {
	readonly seed = Number(process.env.HOSTILE_SEED ?? Math.floor(Math.random() * 2 ** 31));
	readonly #server: AttackedServer;
	readonly #sender: Sender;
	#probe: Probe;
	#callers: Callers;
	#baseMb = 0;
	#findings = new Set<string>();
	#logRead = 0;

	private constructor(server: AttackedServer, callers: Callers) {
		this.#server = server;
		this.#callers = callers;
		this.#sender = new Sender(
			() => server.origin,
			(...seen) => this.#check(...seen),
		);
		this.#probe = this.#watch();
	}

	static async start(database: DatabaseKind): Promise<AttackRunner> {
		const server = await AttackedServer.start(database);
		const runner = new AttackRunner(server, await signInAll(server.origin));
		runner.#baseMb = await liveMb(server.inspectorUrl);
		return runner;
	}

	get callers(): Callers {
		return this.#callers;
	}

	/** Runs one attack; answers what did not hold, each once. A product that was ended is started again. */
	async run({ name, run }: Attack): Promise<readonly string[]> {
		const { origin } = this.#server;
		this.#findings = new Set();
		await this.#probe.report();
		await run({
			origin,
			callers: this.#callers,
			seed: this.seed,
			send: (caller, call) => this.#sender.send(caller, call),
			report: (finding) => void this.#findings.add(finding),
		});
		await this.#assess();
		const findings = [...this.#findings].slice(0, listedMax);
		if (findings.length > 0) console.log(`${name}: found with HOSTILE_SEED=${this.seed}\n  ${findings.join('\n  ')}`);
		return findings;
	}

	/** Ends the product as an operator does, which must go well after all that. */
	async end(): Promise<number | null> {
		this.#sender.close();
		await this.#probe.end();
		return this.#server.stop();
	}

	#watch(): Probe {
		const { origin, pid } = this.#server;
		return new Probe({ origin, pid, residentMaxMb });
	}

	#check(...seen: Parameters<typeof findProblems>): void {
		for (const finding of findProblems(...seen)) this.#findings.add(finding);
	}

	async #assess(): Promise<void> {
		const report = await this.#probe.report();
		const slowness = describeSlowness(report);
		const measured = `${Math.round(report.busiestMs)} ms of processor time, ${Math.round(report.longestWaitMs)} ms by the clock, processor ${slowness.toFixed(1)} times slower than the reference`;
		if (report.busiestMs > busyMaxMs * slowness) this.#findings.add(`/healthz waited for ${measured}`);
		if (report.longestSilenceMs > silenceMaxMs * slowness) this.#findings.add(`/healthz was silent: ${measured}`);
		if (report.isTooLarge) this.#findings.add(`memory: over ${residentMaxMb} MB`);
		const peakMb = residentMb(this.#server.pid, 'VmHWM');
		if (peakMb !== null && peakMb > residentMaxMb) this.#findings.add(`memory: up to ${Math.round(peakMb)} MB`);
		const isAlive = await this.#checkMemory();
		this.#readLog();
		if (!isAlive) await this.#startAgain();
	}

	/** False when there is no process any more that could be asked. */
	async #checkMemory(): Promise<boolean> {
		const goalMb = this.#baseMb + memoryGrowthMaxMb;
		try {
			const mb = await settledMb(this.#server.inspectorUrl, goalMb, settleMaxMs);
			if (mb > goalMb) this.#findings.add(`memory: ${Math.round(mb - this.#baseMb)} MB more than before stay`);
			return true;
		} catch {
			await this.#server.ended;
			this.#findings.add(`the process ended: ${this.#server.ending}`);
			return false;
		}
	}

	async #startAgain(): Promise<void> {
		await this.#probe.end();
		await this.#server.restart();
		this.#probe = this.#watch();
		this.#logRead = 0;
	}

	#readLog(): void {
		const log = this.#server.log();
		for (const finding of findLogProblems(log.slice(this.#logRead))) this.#findings.add(finding);
		this.#logRead = log.length;
	}
}
