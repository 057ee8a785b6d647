/**
 * The sounds of the page, made of a few tones and knocks; there are no files.
 *
 * Browsers allow sound only after a gesture, so this is fetched at the first one; a context that
 * is held back all the same is opened by the next.
 */

/** @typedef {import("../session/types").Sound} Sound */
/** @typedef {{at: number, hz: number, to?: number, s: number, loud: number, wave?: OscillatorType | "knock"}} Tone
 *   from `at` on for `s` seconds, gliding from `hz` to `to`; of a knock, `hz` is what the wood lets through */

/** A stone put on wood. @param {number} at @param {number} loud @returns {Tone[]} */
const knock = (at, loud) => [
  { at, hz: 1_900, s: 0.035, loud, wave: "knock" },
  { at, hz: 190, to: 95, s: 0.09, loud: loud * 0.9 },
];

/** Notes one after the other. @param {number[]} pitches in hertz @param {number} step @param {number} loud @returns {Tone[]} */
const notes = (pitches, step, loud) =>
  pitches.map((hz, i) => ({ at: i * step, hz, s: step * 1.9, loud, wave: "triangle" }));

/** @type {Record<Sound, Tone[]>} */
const SOUNDS = {
  move: knock(0, 0.7),
  capture: [...knock(0, 0.9), ...knock(0.055, 0.6)],
  check: [...knock(0, 0.8), ...notes([880, 1_175], 0.09, 0.16)],
  low: notes([1_320, 1_320], 0.13, 0.16),
  start: notes([523, 659, 784], 0.11, 0.2),
  win: notes([523, 659, 784, 1_047], 0.12, 0.2),
  loss: notes([523, 440, 349], 0.16, 0.2),
  end: notes([523, 523], 0.17, 0.2),
  offer: notes([659, 784], 0.12, 0.17),
  chat: notes([988], 0.06, 0.1),
  warn: notes([330, 277], 0.16, 0.26),
  refused: [{ at: 0, hz: 150, to: 110, s: 0.14, loud: 0.3, wave: "sawtooth" }],
};

const QUIET = 0.0001;
const ATTACK_S = 0.004;
const NOISE_S = 0.05;

/** @param {AudioContext} context */
function noise(context) {
  const buffer = context.createBuffer(1, NOISE_S * context.sampleRate, context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
  return buffer;
}

/** @param {AudioContext} context @param {Tone} tone @param {number} volume */
function playTone(context, { at, hz, to = hz, s, loud, wave = "sine" }, volume) {
  const start = context.currentTime + at;
  const gain = context.createGain();
  gain.gain.setValueAtTime(QUIET, start);
  gain.gain.exponentialRampToValueAtTime(Math.max(QUIET, loud * volume), start + ATTACK_S);
  gain.gain.exponentialRampToValueAtTime(QUIET, start + s);
  gain.connect(context.destination);
  const source = wave === "knock" ? knockOf(context, hz, gain) : oscillator(context, wave, gain);
  if (source instanceof OscillatorNode) {
    source.frequency.setValueAtTime(hz, start);
    source.frequency.exponentialRampToValueAtTime(to, start + s);
  }
  source.start(start);
  source.stop(start + s);
}

/** @param {AudioContext} context @param {OscillatorType} wave @param {AudioNode} out */
function oscillator(context, wave, out) {
  const source = context.createOscillator();
  source.type = wave;
  source.connect(out);
  return source;
}

/** @param {AudioContext} context @param {number} hz @param {AudioNode} out */
function knockOf(context, hz, out) {
  const source = context.createBufferSource();
  source.buffer = noise(context);
  const filter = context.createBiquadFilter();
  filter.type = "bandpass";
  filter.frequency.value = hz;
  source.connect(filter).connect(out);
  return source;
}

/** What plays a sound. */
export function createSounds() {
  const context = new AudioContext();
  const unlock = () => void (context.state === "suspended" && context.resume());
  for (const gesture of ["pointerdown", "keydown"]) addEventListener(gesture, unlock, { capture: true });
  unlock();

  /** @param {Sound} name @param {number} volume 0 to 100 */
  return (name, volume) => {
    if (context.state !== "running" || volume === 0) return;
    // Loudness is felt in powers: half the slider is to sound half as loud.
    for (const tone of SOUNDS[name]) playTone(context, tone, (volume / 100) ** 2);
  };
}
