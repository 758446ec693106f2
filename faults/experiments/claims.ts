import { makeBeds, openRound, pressesOf, rush, standing } from '../../bench/claims.ts'
import { PASSWORD, withClient } from '../../bench/database.ts'
import { signIn } from '../../bench/product.ts'
import { type Experiment, finding, none } from '../experiment.ts'

const STUDENTS = 4000
const BEDS = 1000

export const claims: Experiment = {
  title: '4,000 students press twice each for 1,000 beds, at two instances: every bed goes to one student, nobody has two, and everybody else is told why.',
  control: 'the exclusion constraints of `dorm_stay` are dropped',
  views: ['doubled_beds', 'doubled_students'],
  async run(stage) {
    if (stage.isControl) await stage.rows('alter table dorm_stay drop constraint dorm_stay_bed, drop constraint dorm_stay_student')
    const [one, other] = [await stage.start(0), await stage.start(1)]
    const officer = await signIn(one.port, 'bench-officer', PASSWORD)
    const choosers = await stage.rows<{ name: string; gender: string; studentId: string }>(
      `select u.user_name as name, s.gender_code as gender, s.id as "studentId" from sys_user u join student s on s.id = u.student_id
        where u.user_name like 'bench-s%' and s.status = 'active' order by md5(u.user_name) limit $1`,
      [STUDENTS],
    )
    const beds = await withClient(stage.url, client => makeBeds(client, BEDS))
    const roundId = await openRound(officer, stage.url)
    const people = await stage.people(
      choosers.map(c => c.name),
      one.port,
    )
    const sessions = new Map(choosers.map((c, i) => [c.name, people[i]]))
    const wanted = ['1', '2'].flatMap(gender =>
      pressesOf(
        choosers.filter(c => c.gender === gender),
        beds.filter(b => b.gender === gender),
      ),
    )
    // students competing for a bed send at the same moment
    const shots = wanted
      .toSorted((a, b) => (a.bedId < b.bedId ? -1 : 1))
      .flatMap(({ name, bedId }, i) => {
        const session = sessions.get(name)
        return session ? [{ session: { ...session, port: (i % 2 ? one : other).port }, body: JSON.stringify({ roundId, bedId }) }] : []
      })
    const { answers, seconds } = await rush(shots)
    const { won } = await standing(stage.url, roundId)
    const [givenUp] = await stage.rows<{ n: number }>('select count(*)::int as n from dorm_stay where batch_id = $1 and not is_open', [roundId])
    const told = answers.filter(a => a.code === 422).length
    const confirmed = answers.filter(a => a.code === 200).length
    return [
      finding('clicks', `${answers.length} for ${beds.length} beds in ${seconds.toFixed(1)} s`, answers.length === STUDENTS * 2 && beds.length === BEDS),
      finding('beds given', `${won}, and ${givenUp?.n} given up for another; said ${confirmed} times`, won > 0 && won + (givenUp?.n ?? 0) === confirmed),
      finding('told why not', told, told + confirmed === answers.length),
      none('answered otherwise', answers.length - told - confirmed),
    ]
  },
}
