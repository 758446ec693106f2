import { examApplicant } from '../model/applicant.ts'
import { examApplication } from '../model/application.ts'
import type { Applicant, Application } from './my-applications.ts'

const INFO = ['category', 'school', 'canton', 'phone', 'address'] as const
/** Labels of what a registration needs before it is handed in. */
export function lacking(row: Application, applicant: Applicant): string[] {
  return [
    ...INFO.filter(name => !applicant[name]).map(name => examApplicant.fields[name].label),
    ...(applicant.photoId?.length ? [] : [examApplicant.fields.photoId.label]),
    ...(row.choices.length ? [] : [examApplication.fields.choices.label]),
  ]
}
