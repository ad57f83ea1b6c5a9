// Which hint fits what is on the page. Words of no ruleset: only what the page itself shows.
import { say } from "../texts";
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
      title: say.guide.theOtherSideActs,
      text: say.guide.watchTheMapAndRead,
    };
  if (facts.isWeighing)
    return {
      title: say.guide.whatHappensIf,
      text: say.guide.firstTheLineThatMatters,
    };
  if (facts.hasReaction && !facts.hasChosen)
    return {
      title: say.guide.youMayAnswer,
      text: say.guide.theRedRingMarksWhat,
    };
  if (facts.hasMarkers)
    return {
      title: say.guide.placeYourMarkers,
      text: say.guide.dragAMarkerToEach,
    };
  if (facts.hasDraft && facts.isLawful)
    return {
      title: say.guide.aLawfulMove,
      text: say.guide.theGreenGhostShowsWhere,
    };
  if (facts.hasDraft)
    return {
      title: say.guide.drawTheMove,
      text: say.guide.dragTheUnitWithinThe,
    };
  if (facts.actors === 0)
    return {
      title: facts.stepName ? say.guide.theStep(facts.stepName) : say.guide.beforeTheBattle,
      text: say.guide.noUnitHasAnythingTo,
    };
  if (!facts.hasChosen)
    return {
      title: facts.moved < 2 ? say.guide.chooseAUnit : say.guide.nextUnit,
      text: say.guide.unitsWithADashedInner,
    };
  if (facts.hasRegion)
    return {
      title: say.guide.moveOrCharge,
      text: say.guide.dragTheUnitToMove,
    };
  if (facts.hasTargets)
    return {
      title: say.guide.chooseATarget,
      text: say.guide.theDashedArcsAreThe,
    };
  return {
    title: say.guide.whatMayItDo,
    text: say.guide.thePanelOnTheRight,
  };
}
