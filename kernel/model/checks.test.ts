import { describe, expect, it } from 'vitest'
import { chineseNumber, hasExtension, isDatetime, isEmail, isMobile, isTimeRange, isUrl, PASSWORD_PROGRESS, passwordLevel, trim } from './checks.ts'

/** The given values that pass the check. */
const passing = (check: (value: string) => boolean, values: readonly string[]): string[] => values.filter(check)

describe('10-X11 checks that both halves share', () => {
  it('10-X11 a mobile number is eleven digits, the second from 3 to 9', () => {
    const good = ['13000000000', '19912345678']
    expect(passing(isMobile, [...good, '12000000000', '1300000000', '130000000000', '+8613000000000', '1300000000x', ''])).toEqual(good)
  })
  it('10-X11 10-L13 a password is weak below eight characters or with one kind, medium with two or three kinds, strong with four', () => {
    for (const weak of ['', 'Aa1!Aa1', 'aaaaaaaa', '12345678', '!!!!!!!!', '密码密码密码密码']) expect([weak, passwordLevel(weak)]).toEqual([weak, 0])
    for (const medium of ['aaaaaaa1', 'AAAAaaaa', 'aaaa1111!', 'Aaaaaaa1']) expect([medium, passwordLevel(medium)]).toEqual([medium, 1])
    for (const mark of '!@#^*()_+=-.') expect([mark, passwordLevel(`Aaaaaa1${mark}`)]).toEqual([mark, 2])
    for (const other of '$%&?~ ') expect([other, passwordLevel(`Aaaaaa1${other}`)]).toEqual([other, 1])
    expect(PASSWORD_PROGRESS.map(p => `${p.percent} ${p.status}`)).toEqual(['36 exception', '70 warning', '100 success'])
  })
  it('10-X11 an e-mail address has one @, at most 64 characters before it, a dot after it, and 100 in all', () => {
    const good = ['a@b.cn', `${'a'.repeat(64)}@b.cn`, 'li.lei+x@mail.school.edu.cn', `a@${'b'.repeat(95)}.cn`]
    const bad = ['a@b', 'a@@b.cn', 'a@b@c.cn', '@b.cn', 'a@.cn', 'a@b.', `${'a'.repeat(65)}@b.cn`, `a@${'b'.repeat(96)}.cn`, 'a b@c.cn', '']
    expect(passing(isEmail, [...good, ...bad])).toEqual(good)
  })
  it('10-X11 a web address is http, https or ftp, and its host is open to the world', () => {
    const good = ['http://a.cn', 'HTTPS://a.cn:8443/x?y=1#z', 'ftp://a.cn/f', 'http://172.15.0.1', 'http://172.32.0.1', 'http://11.0.0.1', 'http://[2400:3200::1]/']
    const bad = [
      ...['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', '//a.cn', 'a.cn', 'http://', 'http:a.cn'],
      ...['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.0.1', '127.0.0.1', '127.1', '2130706433', '0x7f.0.0.1', '0.0.0.0', '169.254.169.254'].map(host => `http://${host}/`),
      ...['localhost', 'LOCALHOST', 'localhost.', 'a.localhost', '[::1]', '[::]', '[fe80::1]', '[fd00::1]', '[::ffff:10.0.0.1]'].map(host => `https://${host}/`),
    ]
    expect(passing(isUrl, [...good, ...bad])).toEqual(good)
  })
  it('10-X11 a span of time has two exact times of day, the end after the start', () => {
    expect(isTimeRange('08:00', '17:30')).toBe(true)
    for (const [from, to] of [
      ['08:00', '08:00'],
      ['17:30', '08:00'],
      ['8:00', '17:30'],
      ['08:00', '24:00'],
      ['08:00', '17:60'],
      ['08:00:00', '17:30:00'],
      ['', ''],
    ] as const)
      expect([from, to, isTimeRange(from, to)]).toEqual([from, to, false])
  })
  it('10-X11 a moment is of a day that the calendar has', () => {
    const good = ['2028-02-29T08:00:00+08:00', '2026-11-30 08:00', '2026-11-30T08:00:00Z']
    expect(passing(isDatetime, [...good, '2027-02-29T08:00:00+08:00', '2026-11-31T08:00:00+08:00', '2026-02-30 08:00', '2026-11-30'])).toEqual(good)
  })
  it('10-X11 an extension counts whatever its case, and only at the end', () => {
    expect(hasExtension('成绩.PDF', ['pdf'])).toBe(true)
    expect(hasExtension('成绩.pdf', ['PDF', 'docx'])).toBe(true)
    for (const name of ['a.pdf.exe', 'apdf', 'pdf', 'a.pdfx']) expect([name, hasExtension(name, ['pdf'])]).toEqual([name, false])
  })
  it('10-X11 texts lose the spaces around them, full-width ones too, and zero-width characters everywhere', () => {
    expect(trim('\u3000 \t张\u200b三 \ufeff\u3000\n')).toBe('张三')
    expect(trim('张 三')).toBe('张 三')
  })
  it('10-X11 numbers from 0 to 20 are said in Chinese, others stay figures', () => {
    expect([0, 1, 10, 11, 19, 20].map(chineseNumber)).toEqual(['零', '一', '十', '十一', '十九', '二十'])
    expect([21, -1, 1.5].map(chineseNumber)).toEqual(['21', '-1', '1.5'])
  })
})
