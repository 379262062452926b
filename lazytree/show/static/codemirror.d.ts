// CodeMirror's packages, which npm has: what the playground takes of them is not checked.

declare module "@codemirror/commands";
declare module "@codemirror/lang-python";
declare module "@codemirror/language";
declare module "@codemirror/lint";
declare module "@codemirror/state";
declare module "@codemirror/view";
declare module "@lezer/highlight";
