/** Scales of psychology: they belong to mental health, where somebody reads the result and acts on it (60-SV11). */
const SCALE =
  /\b(?:SCL-?90|PHQ-?[29]|GAD-?7|UPI|MMPI|BDI|HAMD|HAMA|EPQ|MHT|16PF|SDS|SAS|PSQI|DASS)\b|症状自评量表|抑郁自评|焦虑自评|抑郁症筛查|人格问卷|大学生人格|心理健康量表|匹兹堡睡眠|自杀意念|心理测评量表/i
/** The scale that a text names. */
export const scaleIn = (text: string): string | undefined => SCALE.exec(text)?.[0]
