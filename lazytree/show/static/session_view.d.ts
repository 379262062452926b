// What a page shows of a session, and of a tree that is explored. lazytree.session.front_end has written this file.

export interface MoveView {
  path: number[];
  text: string;
}

export interface PlayedMove {
  place: number;
  text: string;
  mover: number;
}

export interface ValueView {
  move: number;
  text: string;
  short: string;
  strength: number;
  exact: boolean;
}

export interface SeatView {
  name: string;
  who: string;
  yours: boolean;
  count: number | null;
  counted: string;
  result: string;
}

export interface WorthView {
  value: number;
  exact: boolean;
  text: string;
}

export interface ClockView {
  left: number[];
  runs: number | null;
}

export interface FriendsView {
  here: boolean[];
  awaited: boolean[];
  spoken: number[];
  phrases: string[];
  words: string[];
  clock: ClockView | null;
  rematch: boolean;
  next: string;
}

export interface SessionView {
  name: string;
  place: number;
  board: import('./board.mjs').View | null;
  text: string;
  words: string;
  caption: string;
  mover: number;
  moves: MoveView[];
  hint: MoveView | null;
  turn: string;
  opponent: boolean;
  thinking: string;
  said: string;
  offered: string;
  line: PlayedMove[];
  tried: PlayedMove[];
  actions: string[];
  disabled_actions: string[];
  seats: SeatView[];
  offer: number | null;
  valuing: boolean;
  values: ValueView[] | null;
  heat: import('./board.mjs').Heat[] | null;
  reviewing: boolean;
  worths: (WorthView | null)[];
  tree: import('./tree.mjs').TreeData & { at: string; looked: string } | null;
  record: Record<string, any> | null;
  link: string;
  rules: string;
  source: string;
  version?: number;
  again?: string;
  stamp?: number;
  id?: string;
  links?: Record<string, any>;
  refused?: boolean;
  friends?: FriendsView | null;
}

export interface StepView {
  id: string;
  move: string;
}

export interface FoundView {
  depth: number;
  value: string;
  line: string;
  cost: string;
}

export interface ExplorationView {
  tree: import('./tree.mjs').TreeData;
  at: string;
  path: StepView[];
  board: import('./board.mjs').View | null;
  text: string;
  turn: string;
  over: boolean;
  looked: string;
  searching: boolean;
  found: FoundView | null;
  said: string;
}
