import { labelKey } from '#model'
import { Value } from '#web/forms/Cell.tsx'
import { t } from '#web/i18n/index.ts'
import { PageTitle } from '#web/layout/Page.tsx'
import { plainDatetime } from '#web/values/format.ts'
import { familyMember } from '../model/family.ts'
import { student } from '../model/student.ts'
import type { CardData } from './PrintCards.tsx'

/** Two facts per line, as on the paper form. */
const LINES: ReadonlyArray<readonly [string, string]> = [
  ['studentNo', 'ksh'],
  ['name', 'formerName'],
  ['genderCode', 'birthDate'],
  ['ethnicityCode', 'politicalCode'],
  ['idType', 'idNo'],
  ['departmentId', 'majorId'],
  ['grade', 'classId'],
  ['level', 'duration'],
  ['enrolDate', 'expectedGraduation'],
  ['enrolMode', 'status'],
  ['nativeCantonName', 'sourceCantonName'],
  ['phone', 'email'],
  ['homeAddress', 'postcode'],
  ['emergencyName', 'emergencyPhone'],
]
type Plain = Readonly<Record<string, unknown>>
const Fact = ({ row, name }: { row: Plain; name: string }) => {
  const field = (student.fields as Readonly<Record<string, (typeof student.fields)[keyof typeof student.fields]>>)[name]
  if (!field) return null
  return (
    <>
      <th scope="row">{t(field.label)}</th>
      <td>{field.kind === 'date' ? String(row[name] ?? '—') : <Value field={field} value={row[name]} name={row[labelKey(name)]} />}</td>
    </>
  )
}
/** One student's record card 学籍卡 on a sheet of A4. */
export function RecordCard({ row, family, by }: CardData & { by: string }) {
  return (
    <article>
      <PageTitle>{t('学生学籍卡')}</PageTitle>
      <table>
        <tbody>
          {LINES.map(([left, right]) => (
            <tr key={left}>
              <Fact row={row} name={left} />
              <Fact row={row} name={right} />
            </tr>
          ))}
        </tbody>
      </table>
      <h2>{t('家庭成员')}</h2>
      <table>
        <thead>
          <tr>
            {(['relation', 'name', 'phone', 'occupation'] as const).map(name => (
              <th key={name} scope="col">
                {t(familyMember.fields[name].label)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {family.map(member => (
            <tr key={member.id}>
              {(['relation', 'name', 'phone', 'occupation'] as const).map(name => (
                <td key={name}>
                  <Value field={familyMember.fields[name]} value={member[name]} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <footer>{t('打印人 {{name}}，{{time}}', { name: by, time: plainDatetime(new Date().toISOString()) })}</footer>
    </article>
  )
}
