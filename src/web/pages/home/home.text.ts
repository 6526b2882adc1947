export const welcome = {
  heading: 'Small days, brave hearts, and everything between',
  text: 'This is the notebook of a family whose youngest is tube-fed, sleeps beside a ventilator and thinks that buses are the funniest thing in the world. Read it in any order, at any hour, and stay as long as you like.',
}
