// Short names for the map: "24th Michigan" is "24 Mich", "Battery B, 4th U.S. Artillery" is "B/4 US".
const STATES: Record<string, string> = {
  Alabama: "Ala",
  Arkansas: "Ark",
  California: "Cal",
  Connecticut: "Conn",
  Delaware: "Del",
  Florida: "Fla",
  Georgia: "Ga",
  Illinois: "Ill",
  Indiana: "Ind",
  Kentucky: "Ky",
  Louisiana: "La",
  Maine: "Me",
  Maryland: "Md",
  Massachusetts: "Mass",
  Michigan: "Mich",
  Minnesota: "Minn",
  Mississippi: "Miss",
  Missouri: "Mo",
  "New Hampshire": "NH",
  "New Jersey": "NJ",
  "New York": "NY",
  "North Carolina": "NC",
  Pennsylvania: "Pa",
  "Rhode Island": "RI",
  "South Carolina": "SC",
  Tennessee: "Tenn",
  Texas: "Tex",
  "United States": "US",
  "U.S.": "US",
  Vermont: "Vt",
  "West Virginia": "W Va",
  Virginia: "Va",
  Wisconsin: "Wis",
};

/** Words that say what the sign of the arm shows already. */
const ARMS =
  /\b(Infantry|Artillery|Cavalry|Light|Reserves?|Volunteers?|Regiment|Battalion|Battery|Brigade|Division|Guards|Rifles|Dragoons|Rangers|Legion|Zouaves)\b/g;
const RANKS = /^((Lt|Maj|Brig|Col|Capt|Gen)\.?\s*)+(Col|Gen)?\.?\s*/;
const LONGEST = 13;

export function shortName(name: string, kind: string): string {
  if (kind === "general") return last(name.replace(RANKS, ""));
  let text = name.replace(/ *\(.*\)/, "");
  for (const [state, short] of Object.entries(STATES)) text = text.replaceAll(state, short);
  text = text.replace(/\b(\d+)(st|nd|rd|th)\b/g, "$1");
  const battery = /^(?:Battery|Company|Co\.) ([A-Z]), ((?:\d+ )?(?:W Va|\w+))/.exec(text);
  if (battery) return `${battery[1]}/${battery[2]}`;
  const regiment = /^(\d+ (?:W Va|[A-Z][A-Za-z]+))/.exec(text);
  if (regiment) return withPart(regiment[1]!, name);
  const [first = text, ...others] = text.split(",");
  const bare = first
    .replace(ARMS, "")
    .replace(/[’']s\b/, "")
    .replace(/\s+/g, " ")
    .trim();
  // Of several parts of one unit, the number is what tells them apart.
  const part = /\b(\d+|[A-Z])$/.exec(others.join(",").trim())?.[0];
  return cut(bare === "" ? text : part ? `${bare} ${part}` : bare);
}

/** Skirmishers and the like of a unit keep a mark of their own. */
function withPart(short: string, name: string): string {
  return /skirmish/i.test(name) ? `${short} sk` : short;
}

function last(name: string): string {
  return cut(
    name
      .replace(/,.*$| Jr\.?$/, "")
      .split(" ")
      .at(-1) ?? name,
  );
}

function cut(text: string): string {
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST - 1).trimEnd()}…`;
}
