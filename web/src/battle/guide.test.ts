import { describe, expect, it } from "vitest";
import { guideStep, type GuideFacts } from "./guide";

const idle: GuideFacts = {
  isMyTurn: true,
  hasReaction: false,
  hasMarkers: false,
  stepName: "Movement",
  hasChosen: false,
  hasRegion: false,
  hasDraft: false,
  isLawful: false,
  hasTargets: false,
  isWeighing: false,
  actors: 3,
  moved: 0,
};
const title = (facts: Partial<GuideFacts>) => guideStep({ ...idle, ...facts }).title;

describe("the guide", () => {
  it("goes through a move", () => {
    expect(title({})).toBe("Choose a unit");
    expect(title({ hasChosen: true, hasRegion: true })).toBe("Move or charge");
    expect(title({ hasChosen: true, hasRegion: true, hasDraft: true })).toBe("Draw the move");
    expect(title({ hasChosen: true, hasRegion: true, hasDraft: true, isLawful: true })).toBe("A lawful move");
  });
  it("tells about interruptions and markers", () => {
    expect(title({ hasReaction: true })).toBe("You may answer");
    expect(title({ hasMarkers: true })).toBe("Place your markers");
  });
  it("goes through fire", () => {
    expect(title({ hasChosen: true, hasTargets: true })).toBe("Choose a target");
    expect(title({ hasChosen: true, hasTargets: true, isWeighing: true })).toBe("What happens if?");
  });
  it("sends one on when nothing is left to do", () => {
    expect(title({ actors: 0 })).toBe("The Movement step");
    expect(title({ actors: 0, stepName: null })).toBe("Before the battle");
  });
  it("waits for the other side", () => expect(title({ isMyTurn: false })).toBe("The other side acts"));
});
