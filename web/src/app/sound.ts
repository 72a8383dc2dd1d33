// Sounds made on the spot: no files to load. A knock is a struck body that rings for a moment in a few tones of its own.

import { sounds } from "./settings";

let audio: AudioContext | null = null;

function context(): AudioContext | null {
  if (!sounds.value || typeof AudioContext === "undefined") return null;
  audio ??= new AudioContext();
  if (audio.state === "suspended") void audio.resume();
  return audio;
}

/** The tones of a body: pitch in hertz, strength, and the time in seconds after which a tone has nearly gone. */
type Body = { tones: readonly (readonly [number, number, number])[]; click: number };

/** A stone on thick wood, a disc on felt over wood, stones dropped into a bowl. */
const STONE: Body = {
  tones: [
    [310, 0.5, 0.05],
    [760, 0.9, 0.034],
    [1730, 0.7, 0.02],
    [3350, 0.5, 0.012],
    [5200, 0.25, 0.007],
  ],
  click: 0.5,
};
const DISC: Body = {
  tones: [
    [240, 0.7, 0.035],
    [610, 0.6, 0.024],
    [1350, 0.3, 0.012],
  ],
  click: 0.22,
};
const BOWL: Body = {
  tones: [
    [1150, 0.4, 0.03],
    [2450, 0.8, 0.028],
    [4300, 0.7, 0.02],
    [6900, 0.4, 0.012],
  ],
  click: 0.35,
};

/** Each sample of a knock between -1 and 1. No two blows are quite the same: `random` bends the tones a little. */
export function knock({ tones, click }: Body, rate: number, random: () => number): Float32Array<ArrayBuffer> {
  const length = Math.ceil(rate * 0.16);
  const samples = new Float32Array(length);
  const bend = 0.96 + 0.08 * random();
  for (const [pitch, strength, fade] of tones) {
    const step = (2 * Math.PI * pitch * bend) / rate,
      phase = random() * 0.6,
      loud = strength * (0.85 + 0.3 * random());
    for (let i = 0; i < length; i++) samples[i]! += loud * Math.sin(i * step + phase) * Math.exp(-i / (rate * fade));
  }
  // The blow itself: a few milliseconds of noise.
  for (let i = 0; i < rate * 0.006; i++) samples[i]! += click * (random() * 2 - 1) * Math.exp(-i / (rate * 0.0012));
  const most = samples.reduce((high, value) => Math.max(high, Math.abs(value)), 0);
  return samples.map((value, i) => (value / most) * Math.min(1, i / (rate * 0.0004)));
}

function play(body: Body, volume: number, delay = 0): void {
  const a = context();
  if (!a) return;
  const samples = knock(body, a.sampleRate, Math.random);
  const buffer = a.createBuffer(1, samples.length, a.sampleRate);
  buffer.copyToChannel(samples, 0);
  const source = a.createBufferSource();
  source.buffer = buffer;
  const gain = a.createGain();
  gain.gain.value = volume;
  source.connect(gain).connect(a.destination);
  source.start(a.currentTime + delay);
}

function tone(pitch: number, length: number, volume: number, delay = 0): void {
  const a = context();
  if (!a) return;
  const source = a.createOscillator();
  source.type = "sine";
  source.frequency.value = pitch;
  const gain = a.createGain();
  const start = a.currentTime + delay;
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(volume, start + 0.015);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + length);
  source.connect(gain).connect(a.destination);
  source.start(start);
  source.stop(start + length);
}

export const sound = {
  place: () => play(STONE, 0.5),
  /** One soft clack for each disc, as the wave reaches it. */
  flip: (count: number) => {
    for (let i = 0; i < Math.min(count, 8); i++) play(DISC, 0.24, 0.25 + i * 0.07);
  },
  capture: () => {
    play(STONE, 0.5);
    [0.16, 0.22, 0.26].forEach((delay) => play(BOWL, 0.2, delay));
  },
  refused: () => tone(170, 0.22, 0.2),
  pass: () => tone(420, 0.25, 0.12),
  end: () => [523, 659, 784].forEach((pitch, i) => tone(pitch, 0.5, 0.12, i * 0.11)),
};
