// SPDX-License-Identifier: Apache-2.0
// Plays a story (core/report/story.h): goes to any of its steps, and shows the locks, the lanes and the sentence of it.
// Asks nobody for anything, and puts in whatever came from a server as text alone.
'use strict';

const story = JSON.parse(document.getElementById('story').textContent);
const words = JSON.parse(document.getElementById('words').textContent);
const State = {waiting: 0, holding: 1, notKnown: 2, member: 3, believes: 4};
const Belief = {fetching: 1, retained: 2, releasing: 3};
const mostCards = 12, mostLocks = 6, mostLanes = 40;

// ---- the story at a step ----

/** Takes `lines` on by one step: of each lock the entries [node, state]. Returns the nodes that came or changed. */
function apply(lines, step) {
    const moved = new Set();
    for (const [lock, kept, gone, flat, further] of step[2] || []) {
        const line = lines[lock] || (lines[lock] = []);
        line.further = further;
        const come = [];
        for (let i = 0; i < flat.length; i += 2) {
            come.push([flat[i], flat[i + 1]]);
            moved.add(flat[i]);
        }
        line.splice(kept, gone, ...come);
    }
    return moved;
}

function linesAt(index) {
    const lines = [];
    let moved = new Set();
    for (let i = 0; i <= index; ++i)
        moved = apply(lines, story.steps[i]);
    return {lines, moved: index > 0 ? moved : new Set()};
}

/** Of each lock that is held the names of its holders' nodes, in the order of the line. */
function holdersAt(index) {
    const holders = {};
    linesAt(index).lines.forEach((line, lock) => {
        const names = line.filter(entry => entry[1] === State.holding).map(entry => story.nodes[entry[0]][0]);
        if (names.length > 0)
            holders[story.locks[lock].path] = names;
    });
    return holders;
}

// ---- small helps ----

function element(tag, className, text) {
    const made = document.createElement(tag);
    if (className)
        made.className = className;
    if (text !== undefined)
        made.textContent = text;
    return made;
}

function svg(tag, attributes, text) {
    const made = document.createElementNS('http://www.w3.org/2000/svg', tag);
    for (const name in attributes)
        made.setAttribute(name, attributes[name]);
    if (text !== undefined)
        made.textContent = text;
    return made;
}

function fill(text, ...values) {
    return text.replace(/%(\d)/g, (all, place) => values[place - 1] ?? all);
}

function nameOf(node) {
    const [name, actor] = story.nodes[node];
    return actor >= 0 ? story.actors[actor].name : name;
}

function spanText(microseconds) {
    const ms = microseconds / 1000;
    return ms < 1000 ? fill(words.ms, ms.toFixed(ms < 10 ? 1 : 0)) : fill(words.s, (ms / 1000).toFixed(1));
}

// ---- the stage ----

const stateWord = [words.waits, words.holds, words.notKnown, words.member, words.believes];
const stateClass = ['waits', 'holds', '', '', 'wrong'];

function card(entry, moved) {
    const [node, state] = entry;
    const made = element('div', 'card ' + stateClass[state] + (moved.has(node) ? ' moved' : ''));
    made.title = story.nodes[node][0];
    made.append(element('b', '', nameOf(node)));
    made.append(element('span', 'quiet', story.nodes[node][2] ? fill(words.reader, stateWord[state]) : stateWord[state]));
    return made;
}

/** How many clients: one may hold by several nodes. */
function clientsIn(entries) {
    return new Set(entries.map(([node]) => story.nodes[node][1] >= 0 ? story.nodes[node][1] : 'node ' + node)).size;
}

/** More than its lock allows: two at once of which one at least is no reader, or one that only believes so. */
function isWrong(lock, inside) {
    const excludes = inside.some(entry => !story.nodes[entry[0]][2]);
    return inside.some(entry => entry[1] === State.believes) || (!lock.shares && clientsIn(inside) > 1 && excludes);
}

/** The first of them as cards, and how many more there are. */
function addCards(to, entries, moved, further) {
    entries.slice(0, mostCards).forEach(entry => to.append(card(entry, moved)));
    const more = Math.max(0, entries.length - mostCards) + further;
    if (more > 0)
        to.append(element('span', 'more', fill(words.more, more)));
}

function insideOf(line) {
    return line.filter(entry => entry[1] === State.holding || entry[1] === State.believes);
}

function lockBox(number, line, moved) {
    const lock = story.locks[number];
    const box = element('section', 'lock');
    box.append(element('h2', '', lock.path));
    const row = element('div', 'row');
    const inside = insideOf(line);
    const section = element('div', 'section' + (isWrong(lock, inside) ? ' bad' : inside.length > 0 ? ' held' : ''));
    addCards(section, inside, moved, 0);
    if (inside.length === 0)
        section.append(line.some(entry => entry[1] === State.notKnown) ? words.holderNotKnown
                       : line.some(entry => entry[1] === State.member) ? words.group : words.free);
    row.append(section);
    const others = line.filter(entry => !inside.includes(entry));
    addCards(row, others, moved, line.further || 0);
    box.append(row);
    return box;
}

function drawStage(lines, moved) {
    const stage = document.getElementById('stage');
    stage.replaceChildren();
    const busy = lines.map((line, lock) => lock).filter(lock => lines[lock] && lines[lock].length > 0);
    const shown = busy.length > 0 ? busy : lines.map((line, lock) => lock).slice(0, 1);
    shown.slice(0, mostLocks).forEach(lock => stage.append(lockBox(lock, lines[lock] || [], moved)));
    if (shown.length > mostLocks)
        stage.append(element('p', 'quiet', fill(words.moreLocks, shown.length - mostLocks)));
    const wrong = busy.filter(lock => isWrong(story.locks[lock], insideOf(lines[lock])));
    document.getElementById('wrong').textContent =
        wrong.length > 0 ? fill(words.wrong, clientsIn(insideOf(lines[wrong[0]])), story.locks[wrong[0]].path) : '';
}

// ---- the lanes ----

/** Of each actor the stretches [first step, after the last, class]: what the server shows, and what it believes. */
function stretches() {
    const lanes = story.actors.map(() => ({server: [], belief: []}));
    const open = story.actors.map(() => ({server: null, belief: null}));
    const change = (actor, part, step, now) => {
        const before = open[actor][part];
        if (before && before[2] === now)
            return;
        if (before && step > before[0])
            lanes[actor][part].push([before[0], step, before[2]]);
        open[actor][part] = now ? [step, 0, now] : null;
    };
    const lines = [];
    const standing = story.actors.map(() => '');
    story.steps.forEach((step, index) => {
        apply(lines, step);
        if (step[2]) {
            standing.fill('');
            for (const line of lines) {
                for (const [node, state] of line || []) {
                    const actor = story.nodes[node][1];
                    if (actor >= 0 && state !== State.believes && standing[actor] !== 'holds')
                        standing[actor] = stateClass[state] || 'unknown';
                }
            }
            standing.forEach((now, actor) => change(actor, 'server', index, now));
        }
        for (const [actor, belief, stands] of step[3] || []) {
            const now = belief === Belief.retained || belief === Belief.releasing ? 'holds'
                        : belief === Belief.fetching ? 'waits' : '';
            change(actor, 'belief', index, now && stands ? now + ' stands' : now);
        }
    });
    story.actors.forEach((actor, number) => {
        change(number, 'server', story.steps.length, '');
        change(number, 'belief', story.steps.length, '');
    });
    return lanes;
}

const lanes = stretches();
const laneHeight = 30, left = 170, width = 1130, margin = 6;
const allLanes = story.actors.map((actor, number) => number)
    .filter(number => lanes[number].server.length + lanes[number].belief.length > 0);
const shownLanes = allLanes.slice(0, mostLanes);

function xOf(step) {
    return left + (width - left - 8) * step / Math.max(1, story.steps.length);
}

function drawLanes() {
    const height = margin + shownLanes.length * laneHeight + 8;
    const picture = svg('svg', {viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': words.timeline});
    shownLanes.forEach((number, place) => {
        const y = margin + place * laneHeight;
        const name = story.actors[number].name;
        picture.append(svg('text', {x: 0, y: y + 19}, name.length > 20 ? name.slice(0, 19) + '…' : name));
        picture.append(svg('line', {class: 'lane', x1: left, x2: width - 8, y1: y + 28, y2: y + 28}));
        const own = story.actors[number].own;
        const draw = (stretch, from, high) => picture.append(
            svg('rect', {class: stretch[2], x: xOf(stretch[0]), width: Math.max(1.5, xOf(stretch[1]) - xOf(stretch[0])),
                         y: y + from, height: high, rx: 2}));
        lanes[number].belief.forEach(stretch => draw(stretch, 2, 9));
        lanes[number].server.forEach(stretch => draw(stretch, own ? 14 : 6, own ? 11 : 17));
    });
    picture.append(svg('line', {class: 'cursor', id: 'cursor', y1: 0, y2: height}));
    picture.addEventListener('click', event => {
        const box = picture.getBoundingClientRect();
        const x = (event.clientX - box.left) / box.width * width;
        go(Math.floor((x - left) / (width - left - 8) * story.steps.length));
    });
    const figure = document.getElementById('timeline');
    figure.prepend(picture);
    const hidden = allLanes.length - shownLanes.length;
    figure.append(element('figcaption', 'quiet', words.lanes + (hidden > 0 ? ' ' + fill(words.moreLanes, hidden) : '')));
}

// ---- going through it ----

let at = 0;
let playing = null;

function go(step) {
    at = Math.min(Math.max(0, step), story.steps.length - 1);
    const {lines, moved} = linesAt(at);
    const [microseconds, sentence] = story.steps[at];
    document.getElementById('sentence').textContent = at > 0 ? sentence : words.before;
    document.getElementById('when').textContent =
        `+${spanText(microseconds)} · ${new Date(story.begin + microseconds / 1000).toISOString().slice(11, 23)} UTC`;
    drawStage(lines, moved);
    const x = (xOf(at) + xOf(at + 1)) / 2;
    const cursor = document.getElementById('cursor');
    cursor.setAttribute('x1', x);
    cursor.setAttribute('x2', x);
    document.getElementById('at').value = at;
    document.getElementById('place').textContent = fill(words.place, at, story.steps.length - 1);
}

function pause() {
    clearInterval(playing);
    playing = null;
    document.getElementById('play').textContent = words.play;
}

function play() {
    if (playing)
        return pause();
    if (at === story.steps.length - 1)
        go(0);
    document.getElementById('play').textContent = words.pause;
    playing = setInterval(() => at < story.steps.length - 1 ? go(at + 1) : pause(), 800);
}

function begin() {
    drawLanes();
    const slider = document.getElementById('at');
    slider.max = story.steps.length - 1;
    slider.addEventListener('input', () => { pause(); go(Number(slider.value)); });
    const act = (id, what) => document.getElementById(id).addEventListener('click', what);
    act('first', () => { pause(); go(0); });
    act('back', () => { pause(); go(at - 1); });
    act('play', play);
    act('next', () => { pause(); go(at + 1); });
    act('last', () => { pause(); go(story.steps.length - 1); });
    document.addEventListener('keydown', event => {
        const keys = {ArrowLeft: () => go(at - 1), ArrowRight: () => go(at + 1), Home: () => go(0),
                      End: () => go(story.steps.length - 1)};
        if (event.key === ' ' && event.target.tagName !== 'BUTTON') {
            event.preventDefault();
            play();
        } else if (keys[event.key] && !event.ctrlKey && !event.altKey && !event.metaKey) {
            event.preventDefault();
            pause();
            keys[event.key]();
        }
    });
    go(0);
}

if (location.hash === '#holders') // what a test reads: who holds after each step
    document.body.replaceChildren(element('pre', '', JSON.stringify(story.steps.map((step, index) => holdersAt(index)))));
else
    begin();
