"""A model in the formats of other programs: conversion, readers without us, operators, and how far each form agrees."""
