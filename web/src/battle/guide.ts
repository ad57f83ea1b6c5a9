// Which hint fits what is on the page. Words of no ruleset: only what the page itself shows.
export type GuideFacts = {
  isMyTurn: boolean;
  hasReaction: boolean;
  hasMarkers: boolean;
  stepName: string | null;
  hasChosen: boolean;
  hasRegion: boolean;
  hasDraft: boolean;
  isLawful: boolean;
  hasTargets: boolean;
  isWeighing: boolean;
  actors: number;
  moved: number;
};

export type Hint = { title: string; text: string };

export function guideStep(facts: GuideFacts): Hint {
  if (!facts.isMyTurn)
    return {
      title: "The other side acts",
      text: "Watch the map and read the dispatches on the right: every die and every result stands there with its clause.",
    };
  if (facts.isWeighing)
    return {
      title: "What happens if?",
      text: "First the line that matters, then unit by unit, then how it was found and every modifier with its clause. Give the order, or go back.",
    };
  if (facts.hasReaction && !facts.hasChosen)
    return {
      title: "You may answer",
      text: "The red ring marks what happens. The panel on the right says who may answer and with what odds; or let it pass.",
    };
  if (facts.hasMarkers)
    return {
      title: "Place your markers",
      text: "Drag a marker to each unit, or choose the unit and press the marker's number. The other side sees them when both are ready.",
    };
  if (facts.hasDraft && facts.isLawful)
    return {
      title: "A lawful move",
      text: "The green ghost shows where the unit will stand. Turn it by the gold handle if you like, then press Move. You can take it back with Undo until a die is thrown.",
    };
  if (facts.hasDraft)
    return {
      title: "Draw the move",
      text: "Drag the unit within the green reach. A red ghost is refused; the reason and its clause stand at the pointer and below.",
    };
  if (facts.actors === 0)
    return {
      title: facts.stepName ? `The ${facts.stepName} step` : "Before the battle",
      text: "No unit has anything to do now. Use the buttons at the top of the map to decide or to go on.",
    };
  if (!facts.hasChosen)
    return {
      title: facts.moved < 2 ? "Choose a unit" : "Next unit",
      text: "Units with a dashed inner border can act. Click one of yours, or press N for the next.",
    };
  if (facts.hasRegion)
    return {
      title: "Move or charge",
      text: "Drag the unit to move it. To charge, click an enemy: the panel shows the odds first. When all have moved, end the step at the top.",
    };
  if (facts.hasTargets)
    return {
      title: "Choose a target",
      text: "The dashed arcs are the unit's ranges; an enemy it can take on has a dashed red border. Click him, or an order in the panel, to see the odds first.",
    };
  return {
    title: "What may it do?",
    text: "The panel on the right lists its orders now, and under “Not allowed now” why the others are not.",
  };
}
