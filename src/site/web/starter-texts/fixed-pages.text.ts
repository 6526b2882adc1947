export const welcome = {
  heading: 'Small days, brave hearts, and everything between',
  text: 'This is our family’s notebook: hospital days and ordinary ones, what we are learning, and what made us laugh. Read it in any order, at any hour, and stay as long as you like.',
}

/** A story that is true of any family that begins such a blog, one paragraph each. */
export const aboutParagraphs: readonly string[] = [
  'Some families find out on one particular day, and some only notice, looking back, that they have been in it for a while. Either way there comes an evening when the bags are unpacked, the numbers are on the fridge, and the house has gone quiet enough to hear the fridge. I sat down on one of those evenings and wrote a few lines, mostly to find out what I thought. That is how this blog began.',
  'It was not meant for anybody at first. I wrote because the days were full of things that I did not want to lose: what the doctor said and what I understood, which are not always the same; the first good night after the bad ones; the joke in the waiting room that is funny to nobody else. Written down, a day becomes a size that one can hold.',
  'Then people asked. Grandparents wanted to know how the appointment had gone, and so did friends, and a neighbour who brings soup. They asked out of love, and I told the story over and over, each time a little shorter and a little flatter. Now I tell it once, here, as well as I can. You may read it when you have the time, and you need not know what to say.',
  'This is a journal, so it is not tidy. Some posts are about hospitals and some are about breakfast. There will be weeks with nothing in them at all; that may mean that things are hard, or that the sun is out. I try to say what happened before I say what it meant, and where I was wrong I leave it in.',
  'It is also meant to be a place to sit. In the beginning I read on my phone at night, looking for one other person who was awake and knew. There turned out to be many of us: parents, brothers and sisters, grandparents, nurses on a break, people who love somebody small and complicated. If you are new to this, I am sorry that you have to be, and glad that you found the door. If you have been at it for years, please tell us what you know.',
  'You will not find advice here that you should follow without asking. I can say what we did, with one child, with the help of people who know that child well. Yours is another person altogether. Ask your own team, and ask again if you did not follow the answer; nobody worth asking has ever minded.',
  'I write about somebody who cannot always give permission, and I think about that before each post. So there are things that I do not tell, names that I do not use, and pictures that I keep to myself. Whatever stands here should be something that can be read aloud to the person it is about, one day, without anybody blushing.',
  'What I hope for is small. I hope that the people who love us feel close on the days when we do not pick up the phone. I hope that somebody reads a post in a corridor, at an hour when nothing else is open, and breathes out. And I hope that, when all this is a long time ago, we will have kept the good parts, too, because there were so many of them.',
  'So come in. Read in any order, at any hour. Leave a word if you have one, and come back when you can. We are glad that you are here.',
]

export const callToAction = {
  heading: 'There is a chair free next to ours',
  text: 'If something here sounded like your house, or nothing like it, we would be glad to hear. With an account you can leave a comment and put a heart on other people’s; a username, an email address and a password are all it takes.',
  action: 'Join in',
}

export const projectsIntro = 'Some information about my blogs'
