import { describe, expect, it } from "vitest";
import { shortName } from "./names";

describe("short names", () => {
  it("number regiments and shorten states", () => {
    expect(shortName("24th Michigan", "infantry")).toBe("24 Mich");
    expect(shortName("1st North Carolina Infantry", "infantry")).toBe("1 NC");
    expect(shortName("7th West Virginia", "infantry")).toBe("7 W Va");
    expect(shortName("2nd U.S. Sharpshooters", "infantry")).toBe("2 US");
  });
  it("name batteries by letter and regiment", () => {
    expect(shortName("Battery B, 4th U.S. Artillery", "artillery")).toBe("B/4 US");
    expect(shortName("Battery C, Pennsylvania (Thompson's)", "artillery")).toBe("C/Pa");
    expect(shortName("Battery L, 1st New York Light", "artillery")).toBe("L/1 NY");
  });
  it("call generals by their last name", () => {
    expect(shortName("Brig. Gen. John Gibbon", "general")).toBe("Gibbon");
    expect(shortName("Brig. Gen. David R. Jones Jr.", "general")).toBe("Jones");
    expect(shortName("Lt. Col. Edward Bragg", "general")).toBe("Bragg");
  });
  it("leave out what the sign shows, and the genitive", () => {
    expect(shortName("Keller's Battery", "artillery")).toBe("Keller");
    expect(shortName("Phelps's Brigade (22nd, 24th, 30th New York)", "infantry")).toBe("Phelps");
    expect(shortName("Prairie Volunteers", "infantry")).toBe("Prairie");
    expect(shortName("Iron City Guards", "infantry")).toBe("Iron City");
    expect(shortName("Brooks Artillery, Rhett's (Elliott's)", "artillery")).toBe("Brooks");
  });
  it("tell the parts of a unit apart", () => {
    expect(shortName("Starke's Brigade (1st, 2nd, 9th Louisiana), battalion 2", "infantry")).toBe("Starke 2");
  });
});
